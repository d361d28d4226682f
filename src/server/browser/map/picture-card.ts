import { fetchPage } from './picture-list.ts'

/** A preview of one picture over the map, with a link to its page. */
export interface PictureCard {
  /**
   * Shows the image of a georeference.
   * @param kind the name of the parameter of the page of pictures
   */
  show(kind: 'point' | 'area', id: number): Promise<void>
  hide(): void
}

/** Attributes of the map. */
export interface CardTexts {
  /** The address of the page of pictures. */
  pictures?: string
  /** The name of the button that hides the card. */
  close?: string
  /** Message if the picture cannot be loaded. */
  failed?: string
}

/**
 * @param onHide is called when the user closes the card
 * @param announce tells users of screen readers
 */
export function createPictureCard(
  frame: HTMLElement,
  texts: CardTexts,
  { onHide, announce }: { onHide: () => void; announce: (text: string) => void },
): PictureCard {
  const { pictures = '', close = '', failed = '' } = texts
  const card = document.createElement('div')
  card.className = 'map-card'
  card.hidden = true
  frame.append(card)
  let loading: AbortController | undefined
  const hide = (): void => {
    loading?.abort()
    card.hidden = true
  }
  const dismiss = (): void => {
    hide()
    onHide()
    frame.querySelector<HTMLElement>('.map')?.focus()
  }
  frame.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !card.hidden) dismiss()
  })
  return {
    hide,
    async show(kind, id) {
      loading?.abort()
      const current = (loading = new AbortController())
      try {
        const { pathname } = new URL(pictures)
        const url = new URL(`${pathname}?${kind}=${id}`, location.origin)
        const page = await fetchPage(url, current.signal)
        const found = page.querySelector('.pictures')
        if (!found) throw new Error('The page has no picture.')
        found.removeAttribute('aria-labelledby')
        card.replaceChildren(found, createCloseButton(close, dismiss))
        card.hidden = false
        announce(found.textContent.trim().replaceAll(/\s+/gv, ' '))
      } catch {
        if (current.signal.aborted) return
        hide()
        announce(failed)
      }
    },
  }
}

/** Creates the button of a card. @param press hides it */
export function createCloseButton(name: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = '×'
  button.title = name
  button.ariaLabel = name
  button.addEventListener('click', press)
  return button
}
