import { manageForm } from './forms/manage-form.ts'

/** Sends a form without leaving the page until it is accepted, and keeps what was typed. */
export function enhance(form: HTMLElement): void {
  if (form instanceof HTMLFormElement) manageForm(form)
}
