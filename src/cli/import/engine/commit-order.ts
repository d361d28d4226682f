import { setTimeout as pause } from 'node:timers/promises'

/** Whoever comes later in the order waits so long for those before, and then goes ahead. */
const TURN_TIMEOUT_MS = 5 * 60_000

/** One row's place in the order of commits. */
export interface CommitTurn {
  /** Calls back once all before have been called back, or are through; never where there is no order. */
  callInOrder(call: () => void): void
  /** Resolves when all before are through; false when the patience with them has come to an end. */
  begin(): Promise<boolean>
  /** The row is through, or gives its place up. */
  end(): void
}

/** Gives out places in an order; without one everybody may go at once. */
export function createCommitOrder(ordered: boolean, timeoutMs = TURN_TIMEOUT_MS): () => CommitTurn {
  if (!ordered) return () => ({ callInOrder() {}, begin: () => Promise.resolve(true), end() {} })
  let lastEnded = Promise.resolve()
  let lastCalled = Promise.resolve()
  return () => {
    const before = { ended: lastEnded, called: lastCalled }
    const ended = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    lastEnded = before.ended.then(() => ended.promise)
    lastCalled = before.called.then(() => called.promise)
    return {
      callInOrder(call) {
        void before.called.then(call).then(called.resolve)
      },
      begin: () => resolvesInTime(before.ended, timeoutMs),
      end() {
        ended.resolve()
        called.resolve()
      },
    }
  }
}

async function resolvesInTime(before: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const enough = new AbortController()
  const late = pause(patienceMs, false, { signal: enough.signal, ref: false }).catch(() => false)
  const came = await Promise.race([before.then(() => true), late])
  enough.abort()
  return came
}
