import type { Visit } from '../visit.ts'

/** Returns the texts of the modules in `src/server/browser/forms`, for `data-form-texts`. */
export function formTexts({ messages: { editor } }: Visit): string {
  const { sending, unknown, restored } = editor
  return JSON.stringify({ sending, unknown, restored })
}
