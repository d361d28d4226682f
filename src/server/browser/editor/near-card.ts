import { createCloseButton } from '../toolbar.ts'
import { listenToActions } from './actions.ts'

/** A list of pictures over the map of an editor. */
export interface NearCard {
  /** Shows a list, and moves the focus to its first picture. @returns false if there is none */
  show(list: Element): boolean
}

/** @param texts.close name of the button that hides the card */
export function createNearCard(frame: HTMLElement, { close = '' }: { close?: string }): NearCard {
  const card = document.createElement('div')
  card.className = 'map-card near-card'
  card.hidden = true
  frame.append(card)
  const hide = (): void => {
    card.hidden = true
    frame.querySelector<HTMLElement>('.map')?.focus()
  }
  frame.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !card.hidden) hide()
  })
  listenToActions(card, { 'same-spot': hide })
  return {
    show(list) {
      card.replaceChildren(createCloseButton(close, hide), list)
      card.hidden = false
      // The editor of areas has no action, only links to the images.
      const first = card.querySelector<HTMLElement>('[data-action]') ?? card.querySelector('a')
      first?.focus({ preventScroll: true })
      return first !== null
    },
  }
}
