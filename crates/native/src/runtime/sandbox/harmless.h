/* Elements of `harmless` in filter.h, the most frequent first. */
__NR_read, __NR_write, __NR_close, __NR_fstat, __NR_lseek, __NR_mmap, __NR_mprotect, __NR_munmap, __NR_brk,
__NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_futex, __NR_exit, __NR_exit_group, __NR_wait4,
__NR_clone, __NR_getpid, __NR_gettid, __NR_pread64, __NR_pwrite64, __NR_readv, __NR_writev, __NR_sched_yield,
__NR_mremap, __NR_msync, __NR_mincore, __NR_madvise, __NR_dup, __NR_nanosleep, __NR_getitimer, __NR_setitimer,
__NR_sendfile, __NR_socketpair, __NR_execve, __NR_kill, __NR_uname, __NR_getcwd, __NR_chdir, __NR_fchdir,
__NR_gettimeofday, __NR_getrusage, __NR_sysinfo, __NR_times, __NR_getuid, __NR_getgid, __NR_geteuid, __NR_getegid,
__NR_getppid, __NR_getgroups, __NR_getresuid, __NR_getresgid, __NR_getpgid, __NR_getsid, __NR_setsid, __NR_setpgid,
__NR_rt_sigpending, __NR_rt_sigtimedwait, __NR_rt_sigsuspend, __NR_sigaltstack, __NR_personality, __NR_statfs,
__NR_fstatfs, __NR_getpriority, __NR_sched_getparam, __NR_sched_getscheduler, __NR_sched_get_priority_max,
__NR_sched_get_priority_min, __NR_sched_rr_get_interval, __NR_mlock, __NR_munlock, __NR_mlockall, __NR_munlockall,
__NR_prctl, __NR_readahead, __NR_tkill, __NR_tgkill, __NR_sched_getaffinity, __NR_getdents64, __NR_set_tid_address,
__NR_restart_syscall, __NR_fadvise64, __NR_timer_create, __NR_timer_settime, __NR_timer_gettime,
__NR_timer_getoverrun, __NR_timer_delete, __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_epoll_ctl,
__NR_waitid, __NR_newfstatat, __NR_readlinkat, __NR_faccessat, __NR_pselect6, __NR_ppoll, __NR_set_robust_list,
__NR_get_robust_list, __NR_splice, __NR_tee, __NR_vmsplice, __NR_epoll_pwait, __NR_signalfd4, __NR_timerfd_create,
__NR_timerfd_settime, __NR_timerfd_gettime, __NR_eventfd2, __NR_epoll_create1, __NR_dup3, __NR_pipe2, __NR_preadv,
__NR_pwritev, __NR_getcpu, __NR_seccomp, __NR_getrandom, __NR_get_mempolicy, __NR_capget, __NR_umask, __NR_fsync,
__NR_fdatasync, __NR_flock,
#ifdef __x86_64__
__NR_stat, __NR_lstat, __NR_poll, __NR_access, __NR_pipe, __NR_select, __NR_dup2, __NR_pause, __NR_alarm, __NR_fork,
__NR_vfork, __NR_getdents, __NR_readlink, __NR_getpgrp, __NR_time, __NR_arch_prctl, __NR_set_thread_area,
__NR_get_thread_area, __NR_epoll_create, __NR_epoll_wait, __NR_signalfd, __NR_eventfd, __NR_getrlimit, __NR_setrlimit,
#endif
#ifdef __NR_mlock2
__NR_mlock2,
#endif
#ifdef __NR_epoll_pwait2
__NR_epoll_pwait2,
#endif
#ifdef __NR_preadv2
__NR_preadv2,
#endif
#ifdef __NR_pwritev2
__NR_pwritev2,
#endif
#ifdef __NR_membarrier
__NR_membarrier,
#endif
#ifdef __NR_copy_file_range
__NR_copy_file_range,
#endif
#ifdef __NR_statx
__NR_statx,
#endif
#ifdef __NR_rseq
__NR_rseq,
#endif
#ifdef __NR_close_range
__NR_close_range,
#endif
#ifdef __NR_faccessat2
__NR_faccessat2,
#endif
#ifdef __NR_futex_waitv
__NR_futex_waitv,
#endif
#ifdef __NR_pkey_mprotect
__NR_pkey_mprotect,
#endif
#ifdef __NR_pkey_alloc
__NR_pkey_alloc,
#endif
#ifdef __NR_pkey_free
__NR_pkey_free,
#endif
#ifdef __NR_map_shadow_stack
__NR_map_shadow_stack,
#endif
