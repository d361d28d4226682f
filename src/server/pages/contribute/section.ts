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

/** A part of a page. Its forms are for signed-in users; a script sends them without leaving the page. */
export function renderSection(visit: Visit, { id, actions, done, content }: Section): Html {
  const { contribute } = visit.messages
  const { sending, unknown, restored } = contribute
  const did = actions.find((action) => action === done)
  return html`<section
    id="${id}"
    aria-labelledby="${id}-title"
    class="${id}"
    ${
      visit.session &&
      html`data-enhance="fragment"
      data-form-texts="${JSON.stringify({ sending, unknown, restored })}"`
    }
  >
    ${content}
    ${
      visit.session &&
      html`${did && html`<p class="note" role="status" tabindex="-1" data-message>${contribute.done[did]}</p>`}
        <p class="form-status" role="status"></p>`
    }
  </section>`
}

/** Where a form leads: to its section of the image's page, which says what was done. */
export function donePath(image: number, section: string, done: Done): string {
  return `/${image}/?${new URLSearchParams({ done }).toString()}#${section}`
}
