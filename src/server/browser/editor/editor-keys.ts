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
      ...Object.fromEntries(NUMBERS.map((number) => [number, () => choose(form, number)])),
    },
    dialog,
  )
  document
    .querySelector('[data-opens-shortcuts]')
    ?.addEventListener('click', () => dialog?.showModal())
}

const NUMBERS = [1, 2, 3, 4, 5]

/** Chooses a confidence where the focus is among them, otherwise a suggested place. */
function choose(form: HTMLFormElement, number: number): void {
  const confidence = form.querySelector('[data-part="confidence"]')
  const choices = confidence?.contains(document.activeElement)
    ? [...confidence.querySelectorAll<HTMLElement>('input[type="radio"]')]
    : [...form.querySelectorAll<HTMLElement>('[data-suggestion]')]
  choices[number - 1]?.click()
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
