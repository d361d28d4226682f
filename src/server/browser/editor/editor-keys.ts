import { listenToShortcuts } from '../forms/shortcuts.ts'

/** Moves between the parts of an editor, and presses its buttons, by letters. */
export function listenToEditorKeys(form: HTMLFormElement): void {
  const dialog = document.querySelector<HTMLDialogElement>('#shortcuts')
  const press = (action: string) => () =>
    form.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click()
  listenToShortcuts(
    {
      j: () => focusStep(form, 1),
      k: () => focusStep(form, -1),
      '/': () => form.querySelector<HTMLElement>('[data-typed]')?.focus(),
      s: press('skip'),
      n: press('send-and-next'),
    },
    dialog,
  )
  document
    .querySelector('[data-opens-shortcuts]')
    ?.addEventListener('click', () => dialog?.showModal())
}

/** The second part, after the picture, is where people start. */
const MAP = 1

/** Focuses the picture, the map, the confidence and so on, after or before the part with the focus. */
function focusStep(form: HTMLFormElement, by: 1 | -1): void {
  const steps = [...form.querySelectorAll('[data-step]')]
  const current = steps.findIndex((step) => step.contains(document.activeElement))
  const next = current < 0 ? MAP : (current + by + steps.length) % steps.length
  const step = steps[next]
  const region = step?.querySelector<HTMLElement>('[tabindex="0"]')
  const target = region ?? step?.querySelector<HTMLElement>('input, textarea, button')
  target?.focus()
}
