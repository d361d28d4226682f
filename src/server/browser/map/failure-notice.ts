/** The `data-…` attributes with the texts of a map about what it lacks, as the server's `renderMapFrame` writes them. */
export interface FailureTexts {
  groundFailed?: string
  placesFailed?: string
  /** The name of the button that loads again. */
  tryAgain?: string
}

/** Tells once that a part of a map cannot be loaded, until it can. */
export interface FailureNotice {
  show(this: void): void
  hide(this: void): void
}

/**
 * Creates a notice among the texts of a map.
 * @param frame the element of the map
 * @param retry loads again: when the user asks for it, and when the device is online again
 */
export function createFailureNotice(
  frame: HTMLElement | undefined | null,
  text: string | undefined,
  retry: () => void,
): FailureNotice {
  const notice = document.createElement('p')
  const button = document.createElement('button')
  notice.role = 'alert'
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = (frame?.dataset as FailureTexts | undefined)?.tryAgain ?? ''
  notice.append(`${text} `, button)
  const hide = (): void => {
    // A button that goes would leave the focus at the beginning of the page.
    if (document.activeElement === button) frame?.querySelector<HTMLElement>('.map')?.focus()
    notice.remove()
  }
  const load = (): void => {
    if (!notice.isConnected) return
    hide()
    retry()
  }
  button.addEventListener('click', load)
  addEventListener('online', load)
  return {
    hide,
    show() {
      if (!notice.isConnected) frame?.querySelector('.map-texts')?.append(notice)
    },
  }
}
