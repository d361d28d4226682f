/** Letters that work anywhere on the page, except in fields. They can be switched off (WCAG 2.1.4). */

const OFF = 'shortcuts off'

/** Functions by letter. */
export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * Runs the function of a letter when it is pressed. `?` opens the dialog that lists the letters and has the checkbox
 * with which they are switched off.
 */
export function listenToShortcuts(shortcuts: Shortcuts, dialog: HTMLDialogElement | null): void {
  const checkbox = dialog?.querySelector<HTMLInputElement>('input[type="checkbox"]')
  if (checkbox) checkbox.checked = localStorage.getItem(OFF) === null
  checkbox?.addEventListener('change', () => {
    if (checkbox.checked) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'yes')
  })
  const all: Shortcuts = { ...shortcuts, ...(dialog && { '?': () => dialog.showModal() }) }
  document.addEventListener('keydown', (event) => {
    const run = Object.hasOwn(all, event.key) ? all[event.key] : undefined
    if (!run || !isFree(event) || localStorage.getItem(OFF) !== null) return
    event.preventDefault()
    run()
  })
}

/** Whether a key is not part of a combination, of a text or of a dialog. */
function isFree(event: KeyboardEvent): boolean {
  const { ctrlKey, altKey, metaKey } = event
  return !ctrlKey && !altKey && !metaKey && !isTyping(event)
}

/** Whether a key belongs to a text, to a dialog or to a function that has run. */
export function isTyping({ isComposing, defaultPrevented, target }: KeyboardEvent): boolean {
  if (isComposing || defaultPrevented || !(target instanceof Element)) return true
  return target.closest('input:not([type="radio"]), textarea, select, dialog') !== null
}
