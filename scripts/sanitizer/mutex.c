// Tells the thread sanitizer about Swift's Mutex where threads wait for it.
//
// Its short way is compiled into the program and is seen. Where a thread has to wait, the lock is taken and given back
// in the Synchronization library, which is built without the sanitizer: what was done under the lock by one thread and
// then by the other would count as a race. Loaded before that library, this says what happens there.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *lock

// Synchronization._MutexHandle._lockSlow(UInt32) and _unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// In the sanitizer; missing in the programs that only start the tests.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void Lock(uint32_t thread, SELF);
typedef SWIFT void Unlock(SELF);

SWIFT void lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slowly(SELF) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF) {
    ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, lock);
    if (__tsan_acquire) {
        __tsan_acquire(lock);
    }
}

SWIFT void unlock_slowly(SELF) {
    if (__tsan_release) {
        __tsan_release(lock);
    }
    ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(lock);
}
