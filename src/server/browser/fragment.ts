import { createDraft } from './forms/draft.ts'
import { readMessage } from './forms/replace-parts.ts'
import { sendForm } from './forms/send-form.ts'

/** The texts that the server writes into `data-form-texts`. */
type Texts = Record<'sending' | 'unknown' | 'restored', string>

/**
 * Sends the forms in a section without leaving the page, and shows the section of the page that comes back. The section
 * has an id. A form with `data-draft` keeps what was typed until it is accepted.
 */
export function enhance(section: HTMLElement): void {
  const texts = JSON.parse(section.dataset.formTexts ?? '{}') as Texts
  restoreDrafts(section, texts)
  section.classList.add('enhanced')
  section.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form?.dataset.draft !== undefined) createDraft(form, form.dataset.draft).keep()
  })
  section.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    const { submitter } = event
    void send(form, submitter instanceof HTMLButtonElement ? submitter : null)
  })

  async function send(form: HTMLFormElement, submitter: HTMLButtonElement | null): Promise<void> {
    form.ariaBusy = 'true'
    say(section, texts.sending)
    // What was typed before this module was loaded is not kept yet.
    if (form.dataset.draft !== undefined) createDraft(form, form.dataset.draft).keep()
    const sent = await sendForm(form, submitter)
    form.ariaBusy = 'false'
    if (sent.outcome === 'signed out') return location.assign(sent.url)
    if (sent.outcome === 'unknown') return say(section, texts.unknown)
    if (sent.outcome === 'accepted' && form.dataset.draft !== undefined)
      createDraft(form, form.dataset.draft).discard()
    if (!replaceContent(section, sent.page)) say(section, readMessage(sent.page))
  }
}

function restoreDrafts(section: HTMLElement, { restored }: Texts): void {
  for (const form of section.querySelectorAll<HTMLFormElement>('form[data-draft]'))
    if (createDraft(form, form.dataset.draft ?? '').restore()) {
      form.closest('details')?.setAttribute('open', '')
      say(section, restored)
    }
}

/** Shows what the section has on another page, and moves the focus to its message. */
function replaceContent(section: HTMLElement, page: Document): boolean {
  const next = page.getElementById(section.id)
  if (!next) return false
  section.replaceChildren(...next.childNodes)
  section.querySelector<HTMLElement>('[data-message]')?.focus()
  return true
}

function say(section: HTMLElement, text: string): void {
  const status = section.querySelector('.form-status')
  if (status) status.textContent = text
}
