// glibc declares this only with _DEFAULT_SOURCE, which Swift's own module of it does without.
#include <spawn.h>

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
