import type { Visit } from '../visit.ts'

/** Says what happened to the last image, by the query of the next page; undefined if it says nothing. */
export function describeDone(
  { messages: { check, editor } }: Visit,
  { done, last }: { done?: string | undefined; last?: string | undefined },
): string | undefined {
  const number = Number(last)
  if (!Number.isSafeInteger(number)) return undefined
  switch (done) {
    case 'placed':
      return editor.sent(number)
    case 'skipped':
      return editor.skipped(number)
    case 'flagged':
      return editor.flagged(number)
    case 'checked':
      return check.done(number)
    default:
      return undefined
  }
}
