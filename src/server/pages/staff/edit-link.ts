import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** Leads staff from a public page to the form of what it shows. @param path below the base URL */
export function renderEditLink({ links, session, messages }: Visit, path: string): Html | null {
  if (session?.isStaff !== true) return null
  return html`<p><a href="${links.base(path)}">${messages.staff.edit}</a></p>`
}
