import { setTimeout as pause } from 'node:timers/promises'

/** A row waits this long for the commits of earlier rows, then proceeds without them. */
const TURN_TIMEOUT_MS = 5 * 60_000

/** One row's turn to commit. */
export interface CommitTurn {
  /** Runs a callback after those of all earlier turns that have not ended; never if commits are unordered. */
  callInOrder(call: () => void): void
  /** Waits for the end of all earlier turns. Resolves to false after the timeout. */
  begin(): Promise<boolean>
  /** Lets the next turn begin. Further calls do nothing. */
  end(): void
}

/** @returns a function that creates the next turn; unordered turns begin at once */
export function createCommitOrder(ordered: boolean, timeoutMs = TURN_TIMEOUT_MS): () => CommitTurn {
  if (!ordered) return () => ({ callInOrder() {}, begin: () => Promise.resolve(true), end() {} })
  let lastEnded = Promise.resolve()
  let lastCalled = Promise.resolve()
  return () => {
    const earlier = { ended: lastEnded, called: lastCalled }
    const ended = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    lastEnded = earlier.ended.then(() => ended.promise)
    lastCalled = earlier.called.then(() => called.promise)
    return {
      callInOrder(call) {
        void earlier.called.then(call).then(called.resolve)
      },
      begin: () => resolvesWithin(earlier.ended, timeoutMs),
      end() {
        ended.resolve()
        called.resolve()
      },
    }
  }
}

async function resolvesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController()
  const timeout = pause(timeoutMs, false, { signal: timer.signal, ref: false }).catch(() => false)
  const isInTime = await Promise.race([promise.then(() => true), timeout])
  timer.abort()
  return isInTime
}
