import { createDraft, type Draft } from './draft.ts'
import { readMessage, replaceParts } from './replace-parts.ts'
import { sendForm, type Sent } from './send-form.ts'

/** The texts that the server writes into `data-form-texts`. */
interface FormTexts {
  sending: string
  /** It is unknown whether the form arrived. */
  unknown: string
  restored: string
}

/**
 * Sends a form without leaving the page, keeps what was typed until it is accepted, and asks before it is lost. Parts of
 * the form with `data-part` are replaced by those of a page that refuses it. `data-draft` names the form, which has an
 * element `.form-status` for messages.
 */
export function manageForm(form: HTMLFormElement): void {
  new ManagedForm(form).start()
}

class ManagedForm {
  readonly #form: HTMLFormElement
  readonly #draft: Draft
  readonly #texts: FormTexts
  readonly #leaving = new AbortController()
  #isSending = false

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#draft = createDraft(form, form.dataset.draft ?? '')
    this.#texts = JSON.parse(form.dataset.formTexts ?? '{}') as FormTexts
  }

  start(): void {
    const form = this.#form
    if (this.#draft.restore()) this.#say(this.#texts.restored)
    for (const type of ['input', 'change']) form.addEventListener(type, () => this.#draft.keep())
    // The link to the sign-in leads back, so that nothing is lost.
    form.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a[data-keeps-draft]')) this.#leaving.abort()
    })
    const { signal } = this.#leaving
    window.addEventListener('beforeunload', (event) => this.#askBeforeLeaving(event), { signal })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const { submitter } = event
      void this.#send(submitter instanceof HTMLButtonElement ? submitter : null)
    })
  }

  async #send(submitter: HTMLButtonElement | null): Promise<void> {
    if (this.#isSending) return
    this.#setSending(true)
    this.#say(this.#texts.sending)
    this.#draft.keep()
    this.#receive(await sendForm(this.#form, submitter))
    this.#setSending(false)
  }

  #receive(sent: Sent): void {
    switch (sent.outcome) {
      case 'accepted':
        this.#draft.discard()
        this.#leave(sent.url)
        break
      case 'signed out':
        this.#leave(sent.url)
        break
      case 'unknown':
        this.#say(this.#texts.unknown)
        break
      case 'refused':
        this.#showRefusal(sent.page)
    }
  }

  #showRefusal(page: Document): void {
    this.#draft.markRefused()
    if (!replaceParts(this.#form, page)) return this.#say(readMessage(page))
    this.#say('')
    this.#draft.keep()
    this.#form.dispatchEvent(new Event('parts-replaced'))
    this.#form.querySelector<HTMLElement>('[role="alert"]')?.focus()
  }

  #leave(url: string): void {
    this.#leaving.abort()
    location.assign(url)
  }

  #askBeforeLeaving(event: BeforeUnloadEvent): void {
    if (this.#draft.isChanged()) event.preventDefault()
  }

  #setSending(isSending: boolean): void {
    this.#isSending = isSending
    this.#form.ariaBusy = String(isSending)
  }

  #say(text: string): void {
    const status = this.#form.querySelector('.form-status')
    if (status) status.textContent = text
  }
}
