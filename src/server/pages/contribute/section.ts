import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../../messages/messages.ts'
import { emptyDraft, type Draft } from '../draft.ts'
import type { Visit } from '../visit.ts'

/** Result of a form, in the query string of the page that follows. */
export type Done = keyof Messages['contribute']['done']

/** A form of an image's page that was not accepted. */
export interface Refused {
  /** Name of the form: its path below that of the image. */
  form: string
  /** Id of its section. */
  section: string
  draft: Draft
}

/** Fields beside which their errors stand. */
const NAMED_FIELDS: readonly string[] = ['text', 'reason', 'notes']

/** Returns the input of a form that was refused, or an empty draft for the other forms. */
export function findDraft(refused: Refused | undefined, form: string): Draft {
  return refused?.form === form ? refused.draft : emptyDraft()
}

interface Section {
  /** Name of the part of the page, to which its forms lead back. */
  id: string
  /** Results of its forms. */
  actions: readonly Done[]
  /** From the address of the page. */
  done: string | undefined
  /** The form of the page that was refused, if any. */
  refused: Refused | undefined
  content: Html
  /** A button that undoes the result. */
  undo?: Html | undefined
}

/** A part of a page. Its forms are for signed-in users; a script sends them without leaving the page. */
export function renderSection(visit: Visit, { content, ...section }: Section): Html {
  const { sending, unknown, restored } = visit.messages.contribute
  const { id } = section
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
      html`${renderOutcome(visit, section)}
        <p class="form-status" role="status"></p>`
    }
  </section>`
}

/** Says what a form of a section did, or why it was refused. */
export function renderOutcome(
  { messages: { contribute } }: Visit,
  { id, actions, done, refused, undo }: Omit<Section, 'content'>,
): Html {
  const did = actions.find((action) => action === done)
  const problem = refused?.section === id ? describeRefusal(refused.draft) : ''
  return html`${problem !== '' && html`<p class="note" role="alert" tabindex="-1" data-message>${problem}</p>`}
  ${did && html`<p class="note" role="status" tabindex="-1" data-message>${contribute.done[did]} ${undo}</p>`}`
}

/** Joins the errors that no field shows. */
function describeRefusal({ message, fieldErrors }: Draft): string {
  if (message !== undefined) return message
  return Object.entries(fieldErrors)
    .filter(([name]) => !NAMED_FIELDS.includes(name))
    .flatMap(([, reasons]) => reasons)
    .join(' ')
}

/** Path after a form: its section of the image's page, which shows the result. */
export function donePath(image: number, section: string, done: Done): string {
  return `/${image}/?${new URLSearchParams({ done }).toString()}#${section}`
}
