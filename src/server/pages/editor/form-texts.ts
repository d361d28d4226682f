import type { Visit } from '../visit.ts'

/** What the modules of `src/server/browser/forms` say, for `data-form-texts`. */
export function formTexts({ messages: { editor } }: Visit): string {
  const { sending, unknown, restored } = editor
  return JSON.stringify({ sending, unknown, restored })
}
