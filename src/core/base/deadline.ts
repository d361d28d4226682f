import type { CatalogError } from './errors.ts'

/** Aborts its signal with the error that `explain` creates, unless it is disposed of in time. */
export function startDeadline(
  seconds: number,
  explain: () => CatalogError,
): Disposable & { signal: AbortSignal } {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(explain()), seconds * 1000)
  return { signal: deadline.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}
