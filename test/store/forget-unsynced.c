/* A file layer that forgets what was not synced. Loaded before the C library, it keeps beside each database file a second
   one, FILE.durable, that receives writes only when they are synced. Killing the process is then a power cut: what a disk
   would have kept is what stands in the second files. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

struct change { struct change *next; char *path; off_t at; size_t length; int cuts; char bytes[]; };

static struct change *first, **last = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int watched(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 16);
  if (length < 0) return 0;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  return name && !strncmp(name, "/aside.db", 9) && strcmp(name, "/aside.db-shm");
}

static void hold(const char *path, const void *bytes, size_t length, off_t at, int cuts) {
  struct change *change = malloc(sizeof *change + length);
  *change = (struct change){.path = strdup(path), .at = at, .length = length, .cuts = cuts};
  memcpy(change->bytes, bytes, length);
  pthread_mutex_lock(&lock);
  *last = change;
  last = &change->next;
  pthread_mutex_unlock(&lock);
}

/* Takes the changes of one file off the list, and applies them where they are to be kept. */
static void settle(const char *path, int keep) {
  char durable[PATH_MAX];
  snprintf(durable, sizeof durable, "%s.durable", path);
  pthread_mutex_lock(&lock);
  int fd = keep ? REAL(open)(durable, O_RDWR | O_CREAT, 0600) : -1;
  for (struct change **at = &first; *at;) {
    struct change *change = *at;
    if (strcmp(change->path, path)) { at = &change->next; continue; }
    if (fd >= 0 && change->cuts && REAL(ftruncate)(fd, change->at)) abort();
    if (fd >= 0 && !change->cuts && REAL(pwrite)(fd, change->bytes, change->length, change->at) < 0) abort();
    *at = change->next;
    free(change->path);
    free(change);
  }
  for (last = &first; *last;) last = &(*last)->next;
  if (fd >= 0) REAL(close)(fd);
  pthread_mutex_unlock(&lock);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
  char path[PATH_MAX];
  ssize_t written = REAL(pwrite64)(fd, bytes, length, at);
  if (written > 0 && watched(fd, path)) hold(path, bytes, written, at, 0);
  return written;
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

/* A build of SQLite that seeks and writes would slip past the two above: better to die than to prove nothing. */
ssize_t write(int fd, const void *bytes, size_t length) {
  char path[PATH_MAX];
  if (fd > 2 && watched(fd, path)) abort();
  return REAL(write)(fd, bytes, length);
}

int ftruncate64(int fd, off_t length) {
  char path[PATH_MAX];
  int result = REAL(ftruncate64)(fd, length);
  if (result == 0 && watched(fd, path)) hold(path, "", 0, length, 1);
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fsync(int fd) {
  char path[PATH_MAX];
  if (watched(fd, path)) settle(path, 1);
  return REAL(fsync)(fd);
}
int fdatasync(int fd) {
  char path[PATH_MAX];
  if (watched(fd, path)) settle(path, 1);
  return REAL(fdatasync)(fd);
}

int unlink(const char *path) {
  const char *name = strrchr(path, '/');
  if (name && !strncmp(name, "/aside.db", 9)) {
    char durable[PATH_MAX];
    snprintf(durable, sizeof durable, "%s.durable", path);
    settle(path, 0);
    REAL(unlink)(durable);
  }
  return REAL(unlink)(path);
}
