import type { Visit } from '../visit.ts'

/** Says that the last image was placed, if the query of the page does; undefined otherwise. */
export function describeDone(
  { messages: { editor } }: Visit,
  { done, last }: { done?: string | undefined; last?: string | undefined },
): string | undefined {
  const number = Number(last)
  return done === 'placed' && Number.isSafeInteger(number) ? editor.sent(number) : undefined
}
