import { html, type Html } from '../../../core/html.ts'
import type { Messages } from '../../messages/messages.ts'
import type { Visit } from '../visit.ts'

/** What a form did, as the address of the page says afterwards. */
export type Done = keyof Messages['contribute']['done']

interface Section {
  /** Name of the part of the page, to which its forms lead back. */
  id: string
  /** What its forms do. */
  actions: readonly Done[]
  /** From the address of the page. */
  done: string | undefined
  content: Html
}

/** A part of a page with forms, which a script sends without leaving the page. */
export function renderSection(visit: Visit, { id, actions, done, content }: Section): Html {
  const { contribute } = visit.messages
  const { sending, unknown, restored } = contribute
  const did = actions.find((action) => action === done)
  return html`<section
    id="${id}"
    aria-labelledby="${id}-title"
    data-enhance="fragment"
    data-form-texts="${JSON.stringify({ sending, unknown, restored })}"
  >
    ${content}
    ${did && html`<p class="note" role="status" tabindex="-1" data-message>${contribute.done[did]}</p>`}
    <p class="form-status" role="status"></p>
  </section>`
}

/** The page on which a user adds to an image. */
export function contributePath(image: number): string {
  return `/${image}/contribute/`
}

/** Where a form of that page leads: to its section, which says what was done. */
export function donePath(image: number, section: string, done: Done): string {
  return `${contributePath(image)}?${new URLSearchParams({ done }).toString()}#${section}`
}
