/** Functions by the `data-action` of a button or link. They get its `data-…` attributes. */
export type Actions = Readonly<Record<string, (dataset: DOMStringMap) => void>>

/**
 * Runs the functions of buttons and links that are pressed. Links without a function, and those that are opened in
 * another tab or window, stay links.
 * @param onDone is called after each function
 */
export function listenToActions(element: HTMLElement, actions: Actions, onDone?: () => void): void {
  element.addEventListener('click', (event) => {
    const { target } = event
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
    const run = actions[pressed?.dataset.action ?? '']
    if (!pressed || !run) return
    if (pressed instanceof HTMLAnchorElement) {
      if (opensElsewhere(event)) return
      event.preventDefault()
    }
    run(pressed.dataset)
    onDone?.()
  })
}

/** Whether a click opens a link in another tab or window. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey
}
