import type { LoadedCorner } from './corner-pages.ts'
import { createButton, createCloseButton } from './toolbar.ts'

/** The element of a strip of pictures, with a heading and buttons. */
export interface StripView {
  element: HTMLElement
  /** Marks a picture, and scrolls to it. @returns which of how many it is */
  markChosen(this: void, corner: LoadedCorner, index: number): string
}

/** Attributes of the map. */
export interface StripTexts {
  /** The heading. */
  corner?: string
  /** Which picture is chosen, with `{n}` and `{count}`. */
  position?: string
  /** Names of buttons. */
  previous?: string
  next?: string
  zoomIn?: string
  close?: string
  language?: string
}

/** Actions of its buttons. */
interface Actions {
  step: (by: number) => Promise<void>
  zoom: () => void
  close: () => void
}

export function createStripView(texts: StripTexts, { step, zoom, close }: Actions): StripView {
  const heading = document.createElement('h2')
  heading.id = 'corner'
  heading.textContent = texts.corner ?? ''
  const position = document.createElement('p')
  const previous = createButton('‹', texts.previous ?? '', () => void step(-1))
  const next = createButton('›', texts.next ?? '', () => void step(1))
  const zoomIn = createButton('+', texts.zoomIn ?? '', zoom)
  const header = document.createElement('header')
  for (const button of [previous, next, zoomIn]) button.className = 'quiet'
  header.append(heading, position, previous, next, zoomIn)
  header.append(createCloseButton(texts.close ?? '', close))
  const element = document.createElement('section')
  element.className = 'map-card corner'
  element.hidden = true
  element.setAttribute('aria-labelledby', heading.id)
  const numbers = new Intl.NumberFormat(texts.language)
  return {
    element,
    markChosen({ list, items, count }, index) {
      if (list.parentElement !== element) element.replaceChildren(header, list)
      list.setAttribute('aria-labelledby', heading.id)
      element.hidden = false
      for (const [n, item] of items.entries()) item.ariaCurrent = n === index ? 'true' : null
      position.textContent = (texts.position ?? '')
        .replace('{n}', numbers.format(index + 1))
        .replace('{count}', numbers.format(count))
      previous.ariaDisabled = String(index === 0)
      next.ariaDisabled = String(index === count - 1)
      scrollToItem(list, items[index])
      return position.textContent
    },
  }
}

function scrollToItem(list: HTMLElement, item: HTMLElement | undefined): void {
  const { offsetLeft = 0, offsetWidth = 0 } = item ?? {}
  list.scrollTo({ left: offsetLeft - (list.clientWidth - offsetWidth) / 2 })
}
