import { listenToEditorKeys } from './editor/editor-keys.ts'
import { manageForm } from './forms/manage-form.ts'

/** Sends a form without leaving the page until it is accepted, and lets letters press its buttons. */
export function enhance(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return
  manageForm(form)
  listenToEditorKeys(form)
}
