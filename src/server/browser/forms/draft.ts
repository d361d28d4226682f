/** Keeps what a user typed into a form in the tab, so that it survives a reload, a sign-in and a broken connection. */

import { readPersonal, removePersonal, writePersonal } from '../personal-storage.ts'

/** Names and values of the fields of a form. */
export type Fields = [name: string, value: string][]

/** Fields that a draft leaves out, because a page that is opened later has its own values. */
const NOT_KEPT = new Set(['csrf'])

export interface Draft {
  /** Stores the fields, or nothing if they are those of the page. */
  keep(): void
  /** Fills the fields in. Returns whether there was a draft. */
  restore(): boolean
  discard(): void
  /** Counts the fields as changed from now on, although a page that refused them has the same. */
  markRefused(): void
  /** Whether the fields differ from those of the page. */
  isChanged(): boolean
}

/**
 * Creates the draft of a form, which stays with the tab and the user.
 * @param name that no other form has
 */
export function createDraft(form: HTMLFormElement, name: string): Draft {
  const key = `draft ${name}`
  let isRefused = false
  const isChanged = () => isRefused || Array.from(form.elements).some(isEdited)
  return {
    keep() {
      if (isChanged()) writePersonal(key, JSON.stringify(readFields(form)))
      else removePersonal(key)
    },
    restore() {
      const kept = readPersonal(key)
      if (kept === null) return false
      fill(form, JSON.parse(kept) as Fields)
      return true
    },
    discard: () => removePersonal(key),
    markRefused() {
      isRefused = true
    },
    isChanged,
  }
}

/** Fields without a name, such as those of the layers of the map, are not sent. */
function isEdited(control: Element): boolean {
  if (control.getAttribute('name') === null) return false
  if (control instanceof HTMLSelectElement)
    return Array.from(control.options).some((one) => one.selected !== one.defaultSelected)
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue
}

function readFields(form: HTMLFormElement): Fields {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value !== 'string' || NOT_KEPT.has(name) ? [] : [[name, value]],
  )
}

/** Reads what people enter, without hidden fields. */
export function readEntered(form: HTMLFormElement): Fields {
  return readFields(form).filter(([name]) => {
    const control = form.elements.namedItem(name)
    return !(control instanceof HTMLInputElement && control.type === 'hidden')
  })
}

/** Writes values into the fields of a form. A field without one stays as it is; a box or a choice is unchecked. */
export function fill(form: HTMLFormElement, fields: Fields): void {
  for (const control of form.elements) {
    const isBox = control instanceof HTMLInputElement && /^(?:checkbox|radio)$/v.test(control.type)
    if (isBox)
      control.checked = fields.some(
        ([name, value]) => name === control.name && value === control.value,
      )
    else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    )
      control.value = fields.find(([name]) => name === control.name)?.[1] ?? control.value
  }
}
