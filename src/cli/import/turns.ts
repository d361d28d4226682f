import { setTimeout as pause } from 'node:timers/promises'

/** Whoever comes later in the order waits so long for those before, and then goes ahead. */
const PATIENCE_MS = 5 * 60_000

/** One row's place in the order of commits. */
export interface Turn {
  /** Resolves when all before are through; false when the patience with them has come to an end. */
  begin(): Promise<boolean>
  /** The row is through, or gives its place up. */
  end(): void
}

/** Gives out places in an order; without one everybody may go at once. */
export function createTurns(ordered: boolean, patienceMs = PATIENCE_MS): () => Turn {
  if (!ordered) return () => ({ begin: () => Promise.resolve(true), end() {} })
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const before = last
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    last = Promise.all([before, ended])
    return { begin: () => inTime(before, patienceMs), end }
  }
}

async function inTime(before: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const enough = new AbortController()
  const late = pause(patienceMs, false, { signal: enough.signal, ref: false }).catch(() => false)
  const came = await Promise.race([before.then(() => true), late])
  enough.abort()
  return came
}
