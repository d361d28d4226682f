import { findImageId } from './corner-pages.ts'
import { readPlace, type Place } from './map/place.ts'

/** Connects the pictures of the list beside a map with their places. */
export interface ListMarks {
  /** Marks the picture of a place below the pointer, or none. */
  hover(key: string | undefined): void
  /** Marks the image that is chosen on the map, or none. */
  choose(image: number | undefined): void
  /** Marks both in another list. */
  refresh(): void
}

const PICTURES = '.pictures > li'

/**
 * @param panel contains the list, which may be replaced
 * @param onHover is called with the place of the picture that has the pointer or the focus, and with null after that
 */
export function createListMarks(
  panel: HTMLElement | null,
  onHover: (place: Place | null) => void,
): ListMarks {
  let chosen: number | undefined
  let hovered: string | undefined
  const mark = (name: string, isMarked: (item: HTMLElement) => boolean): void => {
    for (const item of panel?.querySelectorAll<HTMLElement>(PICTURES) ?? [])
      item.classList.toggle(name, isMarked(item))
  }
  const refresh = (): void => {
    mark('chosen', (item) => findImageId(item) === chosen)
    mark('marked', ({ dataset }) => hovered !== undefined && dataset.place === hovered)
  }
  const show = ({ target }: Event): void => {
    const item = target instanceof Element ? target.closest<HTMLElement>(PICTURES) : null
    onHover(item && readPlace(item))
  }
  for (const event of ['pointerover', 'pointerleave', 'focusin'])
    panel?.addEventListener(event, show)
  panel?.addEventListener('focusout', () => onHover(null))
  return {
    hover(key) {
      if (key === hovered) return
      hovered = key
      refresh()
    },
    choose(image) {
      chosen = image
      refresh()
    },
    refresh,
  }
}
