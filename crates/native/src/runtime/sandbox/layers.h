/* The layers of the sandbox that a process takes on before it runs the program. Each is used where it is there; the answers
   say which are. */
#include <dirent.h>
#include <linux/capability.h>
#include <sys/mount.h>

enum layer {
  PROCESSES = 1, /* process ids, network, System V objects of its own */
  FILES = 2,     /* all mounts read-only, the folder a small file system of its own */
  LANDLOCK = 4,  /* files cannot be changed */
  SIGNALS = 8,   /* Landlock keeps signals and abstract sockets inside */
  FILTER = 16,   /* system calls are filtered */
  FORKS = 32     /* tests are forked from the loaded program */
};

static int put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t written = write(file, text, strlen(text));
  close(file);
  return written == (ssize_t)strlen(text) ? 0 : -1;
}

/* Name spaces; the next child is the first process inside. */
static int separate(void) {
  const int spaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  char uid[64], gid[64];
  snprintf(uid, sizeof uid, "%u %u 1", (unsigned)getuid(), (unsigned)getuid());
  snprintf(gid, sizeof gid, "%u %u 1", (unsigned)getgid(), (unsigned)getgid());
  if (unshare(CLONE_NEWUSER | spaces) == 0) {
    put("/proc/self/setgroups", "deny");
    put("/proc/self/uid_map", uid);
    put("/proc/self/gid_map", gid);
    return PROCESSES;
  }
  return unshare(spaces) == 0 ? PROCESSES : 0;
}

/* From linux/mount.h and linux/landlock.h, which older systems lack. */
#ifndef __NR_open_tree
#define __NR_open_tree 428
#define __NR_move_mount 429
#endif
#ifndef __NR_mount_setattr
#define __NR_mount_setattr 442
#endif
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif

static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
#define DEVICES (sizeof devices / sizeof devices[0])

static int mount_files(const char *folder) {
  int nodes[DEVICES];
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  for (size_t i = 0; i < DEVICES; i++)
    nodes[i] = (int)syscall(__NR_open_tree, AT_FDCWD, devices[i], 1 /* OPEN_TREE_CLONE */ | O_CLOEXEC);
  /* Read-only, no set-user-id, no devices. */
  const uint64_t attributes[4] = {1 | 2 | 4, 0, 0, 0};
  if (syscall(__NR_mount_setattr, AT_FDCWD, "/", 0x8000 /* AT_RECURSIVE */, attributes, sizeof attributes) != 0)
    return -1;
  if (mount("tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=64k,mode=0755") != 0) return -1;
  for (size_t i = 0; i < DEVICES; i++) {
    int file = open(devices[i], O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0) return -1;
    close(file);
    if (syscall(__NR_move_mount, nodes[i], "", AT_FDCWD, devices[i], 4 /* MOVE_MOUNT_F_EMPTY_PATH */) != 0) return -1;
    close(nodes[i]);
  }
  const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"}, {"/proc/self/fd/0", "/dev/stdin"},
                                  {"/proc/self/fd/1", "/dev/stdout"}, {"/proc/self/fd/2", "/dev/stderr"}};
  for (size_t i = 0; i < 4; i++)
    if (symlink(links[i][0], links[i][1]) != 0) return -1;
  if (mount(NULL, "/dev", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, NULL) != 0) return -1;
  return mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "size=64m,nr_inodes=4096,mode=0700");
}

struct ruleset {
  uint64_t files, network, scoped;
};

/* linux/landlock.h packs it. */
struct beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

#define RIGHT_EXECUTE 1
#define RIGHT_WRITE 2
#define RIGHT_READ 4
#define RIGHT_LIST 8

static void permit(int rules, const char *path, uint64_t rights) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat about;
  if (fstat(place, &about) == 0 && !S_ISDIR(about.st_mode)) rights &= RIGHT_EXECUTE | RIGHT_WRITE | RIGHT_READ;
  struct beneath rule = {rights, place};
  syscall(__NR_landlock_add_rule, rules, 1, &rule, 0);
  close(place);
}

/* Reading everywhere but among devices, writing in the folder alone. */
static int landlock(const char *folder, int writable) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, 1);
  /* Before version 3 files can be truncated. */
  if (version < 3) return 0;
  const uint64_t all = version >= 5 ? 0xffff : 0x7fff;
  struct ruleset rules = {all, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(__NR_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return 0;
  DIR *root = opendir("/");
  for (struct dirent *entry; root && (entry = readdir(root));) {
    char path[512];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || strcmp(entry->d_name, "dev") == 0) continue;
    snprintf(path, sizeof path, "/%s", entry->d_name);
    permit(ruleset, path, RIGHT_EXECUTE | RIGHT_READ | RIGHT_LIST);
  }
  if (root) closedir(root);
  for (size_t i = 0; i < DEVICES; i++) permit(ruleset, devices[i], i < 3 ? RIGHT_READ | RIGHT_WRITE : RIGHT_READ);
  permit(ruleset, "/dev/fd", RIGHT_LIST | RIGHT_READ);
  if (writable) permit(ruleset, folder, all);
  long failed = syscall(__NR_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  if (failed) return 0;
  return LANDLOCK | (version >= 6 ? SIGNALS : 0);
}

static void drop_capabilities(void) {
  for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  syscall(SYS_capset, &header, none);
}

/* Process ids are few where they are counted by name space, which is so since version 6.14; before, the file is everyone's. */
static void few_processes(void) {
  unsigned major = 0, minor = 0;
  FILE *version = fopen("/proc/sys/kernel/osrelease", "r");
  if (!version) return;
  int read = fscanf(version, "%u.%u", &major, &minor);
  fclose(version);
  if (read == 2 && (major > 6 || (major == 6 && minor >= 14))) put("/proc/sys/kernel/pid_max", "512");
}

/* Takes all layers on; answers which there are beside those in `layers`. */
static int confine(int layers, const char *folder) {
  if (layers & PROCESSES) {
    few_processes();
    if (mount_files(folder) == 0) layers |= FILES;
    limit(RLIMIT_NPROC, 256, 256);
  }
  drop_capabilities();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return layers;
  layers |= landlock(folder, layers & FILES);
#ifdef FILTER_ARCH
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0) layers |= FILTER;
#endif
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return layers;
}

/* Kills what is still a child, again and again: the children of a killed process become ours. */
static void kill_children(void) {
  for (int round = 0; round < 10000; round++) {
    char path[64], list[4096] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, list, sizeof list - 1);
    if (file >= 0) close(file);
    char *at = list;
    for (long child; got > 0 && (child = strtol(at, &at, 10)) > 0;) kill((pid_t)child, SIGKILL);
    int left = 0;
    for (pid_t child; (child = waitpid(-1, NULL, WNOHANG)) >= 0;) {
      left = 1;
      if (child == 0) break;
    }
    if (!left) return;
    usleep(1000);
  }
}
