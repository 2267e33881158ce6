/* Elements of `changes` in filter.h. */
__NR_truncate, __NR_ftruncate, __NR_utimensat, __NR_mkdirat, __NR_unlinkat, __NR_renameat2, __NR_linkat,
__NR_symlinkat, __NR_fchmod, __NR_fchmodat, __NR_fallocate,
#ifdef __x86_64__
__NR_creat, __NR_mkdir, __NR_rmdir, __NR_rename, __NR_renameat, __NR_link, __NR_unlink, __NR_symlink, __NR_chmod,
__NR_utime, __NR_utimes, __NR_futimesat,
#endif
