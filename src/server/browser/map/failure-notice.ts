/** The `data-…` attributes with the texts of a map about what it lacks, as the server's `renderMapFrame` writes them. */
export interface FailureTexts {
  groundFailed?: string
  placesFailed?: string
  /** The name of the button that loads again. */
  tryAgain?: string
}

/** Tells once that a part of a page cannot be loaded, until it can. */
export interface FailureNotice {
  show(this: void): void
  hide(this: void): void
}

/**
 * Creates a notice among the texts of a map, or at the beginning of another element.
 * @param frame the element
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
  button.textContent = frame?.dataset.tryAgain ?? document.body.dataset.tryAgain ?? ''
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
      if (notice.isConnected) return
      const texts = frame?.querySelector('.map-texts')
      notice.className = texts ? '' : 'note'
      if (texts) texts.append(notice)
      else frame?.prepend(notice)
    },
  }
}
