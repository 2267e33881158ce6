/* Tries to do harm: argv[1] names how, argv[2] a folder that is not its own, argv[3] a process. Exits with 0 when it was
   kept from it, with 1 when it was not. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/ioctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char path[4096], other[4096];
static char *at(const char *folder, const char *name) { return snprintf(path, sizeof path, "%s/%s", folder, name), path; }
static int opens(const char *name, int flags) {
  int file = open(name, flags, 0644);
  if (file >= 0 && (flags & (O_WRONLY | O_RDWR)) && write(file, "x", 1) != 1) return 0;
  return file >= 0;
}
static int connects(int family, const void *address, socklen_t size) {
  int s = socket(family, SOCK_STREAM, 0);
  return s >= 0 && connect(s, address, size) == 0;
}
static void *waits(void *nothing) { return pause(), nothing; }

static int fills_memory(int flags) {
  for (int i = 0; i < 1 << 16; i++) {
    char *block = mmap(NULL, 1 << 24, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    if (block == MAP_FAILED) return 0;
    memset(block, 1, 4096);
  }
  return 1;
}

static int fills_disk(int files) {
  static char block[1 << 20];
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < files; i++) {
    char name[32];
    snprintf(name, sizeof name, "f%d", i);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (file < 0) return 0;
    for (int part = 0; part < (files > 1 ? 1 : 1024); part++)
      if (write(file, block, sizeof block) != sizeof block) return 0;
    close(file);
  }
  return 1;
}

static int forks(void) {
  int made = 0;
  for (int i = 0; i < 50; i++) {
    pid_t child = fork();
    if (child == 0) sleep(100);
    made += child > 0;
  }
  return made > 0;
}

/* Changes what other descriptors than the standard ones lead to. */
static int inherits(void) {
  int changed = 0;
  for (int file = 3; file < 1024; file++)
    changed += ftruncate(file, 0) == 0 || fchmod(file, 0777) == 0 || write(file, "x", 1) == 1;
  return changed;
}

/* Starts a process by every argument that could be the server's mark in memory that the test can read. */
static int clones(void) {
  for (int file = 0; file < 1024; file++) {
    uint64_t mark = 0;
    pid_t child = read(file, &mark, sizeof mark) < 0 ? 0 : (pid_t)syscall(SYS_clone, SIGCHLD, 0, mark, 0, 0);
    if (child > 0) return 1;
  }
  int memory = open("/proc/1/mem", O_RDONLY);
  return memory >= 0 && getppid() == 1;
}

static int threads(void) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 16384);
  pthread_t thread;
  for (int i = 0; i < 2000; i++)
    if (pthread_create(&thread, &small, waits, NULL) != 0) return 0;
  return 1;
}

static int harms(const char *how, const char *victim, pid_t process) {
#define HOW(name) else if (strcmp(how, name) == 0)
  char *file = at(victim, "file");
  struct timeval times[2] = {{1, 0}, {1, 0}};
  if (0) return 1;
  HOW("unlink") return unlink(file) == 0;
  HOW("unlinkat") return unlinkat(AT_FDCWD, file, 0) == 0;
  HOW("rename") return snprintf(other, sizeof other, "%s/new", victim), rename(file, other) == 0;
  HOW("rename-over") return opens("mine", O_CREAT | O_WRONLY) && rename("mine", file) == 0;
  HOW("truncate") return truncate(file, 0) == 0;
  HOW("open-truncate") return opens(file, O_RDONLY | O_TRUNC) && stat(file, &(struct stat){0}) != 0;
  HOW("write") return opens(file, O_WRONLY);
  HOW("append") return opens(file, O_RDWR | O_APPEND);
  HOW("create") return opens(at(victim, "new"), O_CREAT | O_WRONLY);
  HOW("mkdir") return mkdir(at(victim, "new"), 0700) == 0;
  HOW("rmdir") return rmdir(at(victim, "empty")) == 0;
  HOW("chmod") return chmod(file, 0777) == 0;
  HOW("chown") return chown(file, 12345, 12345) == 0;
  HOW("utimes") return utimes(file, times) == 0;
  HOW("setxattr") return setxattr(file, "user.x", "y", 1, 0) == 0;
  HOW("link") return snprintf(other, sizeof other, "%s/new", victim), link(file, other) == 0;
  HOW("symlink") return symlink("/", at(victim, "new")) == 0;
  HOW("mkfifo") return mkfifo(at(victim, "new"), 0600) == 0;
  HOW("through-link") return symlink(file, "mine") == 0 && opens("mine", O_WRONLY);
  HOW("exec") { execl("/bin/rm", "rm", "-f", file, NULL); return 0; }
  HOW("inet") return socket(AF_INET, SOCK_STREAM, 0) >= 0;
  HOW("inet6-udp") return socket(AF_INET6, SOCK_DGRAM, 0) >= 0;
  HOW("raw") return socket(AF_PACKET, SOCK_RAW, 0) >= 0;
  HOW("unix") {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strcpy(name.sun_path, at(victim, "socket"));
    return connects(AF_UNIX, &name, sizeof name);
  }
  HOW("abstract") return connects(AF_UNIX, &(struct sockaddr_un){.sun_family = AF_UNIX, .sun_path = "\0x"}, 4);
  HOW("kill-parent") return kill(getppid(), 0) == 0;
  HOW("kill-all") return kill(-1, 0) == 0;
  HOW("kill-group") return kill(0, 0) == 0;
  HOW("kill-other") return kill(process, SIGTERM) == 0;
  HOW("tgkill") return syscall(SYS_tgkill, process, process, SIGTERM) == 0;
  HOW("sigqueue") return sigqueue(process, SIGTERM, (union sigval){0}) == 0;
  HOW("owner") { int ends[2]; return pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, process) == 0; }
  HOW("ptrace") return ptrace(PTRACE_ATTACH, process, 0, 0) == 0;
  HOW("ptrace-parent") return ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0 || ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0;
  HOW("memory-of-other") { char name[64]; snprintf(name, sizeof name, "/proc/%d/mem", (int)process); return opens(name, O_RDWR); }
  HOW("vm-write") { struct iovec v = {path, 1}; return process_vm_writev(process, &v, 1, &v, 1, 0) > 0; }
  HOW("limit-of-other") { struct rlimit l = {1, 1}; return prlimit(process, RLIMIT_CPU, &l, NULL) == 0; }
  HOW("more-memory") { struct rlimit l = {RLIM_INFINITY, RLIM_INFINITY}; return setrlimit(RLIMIT_DATA, &l) == 0 && setrlimit(RLIMIT_CPU, &l) == 0 && setrlimit(RLIMIT_FSIZE, &l) == 0; }
  HOW("priority") return setpriority(PRIO_PROCESS, process, 19) == 0;
  HOW("fork") return forks();
  HOW("vfork") { pid_t child = vfork(); if (child == 0) _exit(0); return child > 0; }
  HOW("daemon") { if (daemon(0, 0) != 0) return 0; sleep(100); return 1; }
  HOW("double-fork") { pid_t child = fork(); if (child == 0 && fork() == 0) setsid(), sleep(100); return child > 0; }
  HOW("clone") return clones();
  HOW("inherited") return inherits();
  HOW("setsid") return setsid() >= 0 || setpgid(0, 0) == 0;
  HOW("threads") return threads();
  HOW("memory") return fills_memory(MAP_PRIVATE);
  HOW("shared-memory") return fills_memory(MAP_SHARED);
  HOW("large-file") return fills_disk(1);
  HOW("many-files") return fills_disk(100000);
  HOW("flood") { static char text[1 << 20]; for (int i = 0; i < 100; i++) if (write(2, text, sizeof text) < 0) break; return 0; }
  HOW("mount") return mount("none", victim, "tmpfs", 0, NULL) == 0;
  HOW("umount") return umount2("/proc", MNT_DETACH) == 0;
  HOW("unshare") return unshare(CLONE_NEWUSER) == 0;
  HOW("chroot") return chroot(victim) == 0;
  HOW("shm") return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0;
  HOW("semaphore") return semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) >= 0;
  HOW("shm-open") return shm_open("/effigy-new", O_CREAT | O_RDWR, 0600) >= 0;
  HOW("mq") return mq_open("/effigy-new", O_CREAT | O_RDWR, 0600, NULL) >= 0;
  HOW("key") return syscall(SYS_add_key, "user", "effigy", "x", 1, -3) >= 0;
  HOW("keyctl") return syscall(SYS_keyctl, 0, -3, 1) >= 0;
  HOW("userfaultfd") return syscall(SYS_userfaultfd, 0) >= 0;
  HOW("bpf") return syscall(SYS_bpf, 0, NULL, 0) >= 0;
  HOW("perf") return syscall(SYS_perf_event_open, NULL, 0, 0, -1, 0) >= 0;
  HOW("io-uring") return syscall(425, 8, path) >= 0;
  HOW("device") return opens("/dev/mem", O_RDONLY) || opens("/dev/kmsg", O_WRONLY) || opens("/dev/vda", O_RDONLY) || opens("/dev/sda", O_RDONLY);
  HOW("terminal") return opens("/dev/tty", O_RDWR) || opens("/dev/ptmx", O_RDWR);
  HOW("push-input") { char c = 'x'; return ioctl(0, TIOCSTI, &c) == 0 || ioctl(2, TIOCSTI, &c) == 0; }
  HOW("sysctl") return opens("/proc/sys/kernel/core_pattern", O_WRONLY) || opens("/proc/sysrq-trigger", O_WRONLY);
  HOW("hostname") return sethostname("x", 1) == 0;
  HOW("clock") return settimeofday(&(struct timeval){1, 0}, NULL) == 0;
  HOW("setuid") return setuid(12345) == 0;
  HOW("core") { abort(); }
  HOW("own") return opens("mine", O_CREAT | O_WRONLY) ? 0 : 1;
  return 3;
}

int main(int argc, char **argv) { return argc < 4 ? 4 : harms(argv[1], argv[2], atoi(argv[3])); }
