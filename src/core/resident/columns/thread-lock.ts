import { threadId } from 'node:worker_threads'

/** 0, or the holder: the number of its thread plus 1. */
export function createThreadLock(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4))
}

/** Runs a function while no other thread has the lock. Waits for it, and has it already in a nested call. */
export function withLock<Result>(lock: Int32Array, run: () => Result): Result {
  const self = threadId + 1
  if (Atomics.load(lock, 0) === self) return run()
  for (;;) {
    const holder = Atomics.compareExchange(lock, 0, 0, self)
    if (holder === 0) break
    Atomics.wait(lock, 0, holder)
  }
  try {
    return run()
  } finally {
    releaseLock(lock, threadId)
  }
}

/** Releases the lock if this thread has it, such as one that ended without doing so. */
export function releaseLock(lock: Int32Array, holder: number): void {
  Atomics.compareExchange(lock, 0, holder + 1, 0)
  Atomics.notify(lock, 0)
}
