/* Records, in order, what a process writes to the files of a folder and when it syncs them.
 *
 * LD_PRELOAD=write_journal.so WATCHED=/folder JOURNAL=/file program
 *
 * An entry is one line "kind offset length path", followed by the bytes if the kind is W.
 * Kinds: W write, S sync, T truncate (offset is the new size), U unlink. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int is_watched(const char *path) {
    const char *folder = getenv("WATCHED");
    return folder && strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, "-shm");
}

static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_watched(path);
}

static void note(char kind, const char *path, long long offset, size_t length, const void *data) {
    char head[PATH_MAX + 64];
    if (journal < 0) journal = open(getenv("JOURNAL"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int size = snprintf(head, sizeof head, "%c %lld %zu %s\n", kind, offset, length, path);
    struct iovec parts[2] = {{head, (size_t)size}, {(void *)data, data ? length : 0}};
    writev(journal, parts, 2);
}

/* What is done and what is noted must be in the same order for all threads. */
#define NOTED(kind, file, call, offset, length, data) \
    char path[PATH_MAX]; \
    if (!path_of(file, path)) return call; \
    pthread_mutex_lock(&guard); \
    __typeof__(call) result = call; \
    if (result >= 0) note(kind, path, offset, length, data); \
    pthread_mutex_unlock(&guard); \
    return result

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    NOTED('W', file, real(file, data, length, offset), offset, (size_t)result, data);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) { return pwrite64(file, data, length, offset); }

ssize_t write(int file, const void *data, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    off64_t offset = file == journal ? -1 : lseek64(file, 0, SEEK_CUR);
    if (offset < 0) return real(file, data, length);
    NOTED('W', file, real(file, data, length), offset, (size_t)result, data);
}

int fsync(int file) {
    REAL(int, "fsync", int);
    NOTED('S', file, real(file), 0, 0, NULL);
}

int fdatasync(int file) {
    REAL(int, "fdatasync", int);
    NOTED('S', file, real(file), 0, 0, NULL);
}

int ftruncate64(int file, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    NOTED('T', file, real(file, size), size, 0, NULL);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    pthread_mutex_lock(&guard);
    int result = real(path);
    if (result == 0 && is_watched(path)) note('U', path, 0, 0, NULL);
    pthread_mutex_unlock(&guard);
    return result;
}
