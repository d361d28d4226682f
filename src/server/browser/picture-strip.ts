import { chooseAtClick } from './choose-at-click.ts'
import { loadCorner, type LoadedCorner } from './corner-pages.ts'
import type { Corner } from './map/map-address.ts'
import { createFailureNotice, type FailureNotice } from './map/failure-notice.ts'
import { createStripView, type StripTexts as ViewTexts } from './strip-view.ts'

/** The pictures of a corner of the map, large and by date. One of them is chosen. */
export interface PictureStrip {
  element: HTMLElement
  /**
   * Shows the pictures of a corner.
   * @param image the id of the image to choose, if it is not a click that does
   * @returns false if they could not be loaded, or if others were requested meanwhile
   */
  show(corner: Corner, image?: number): Promise<boolean>
  /** Moves the focus to the chosen picture. */
  focus(): void
  dismiss(): void
}

/** Attributes of the map. */
export interface StripTexts extends ViewTexts {
  /** The address of the page of pictures. It changes with the filters. */
  pictures?: string
  /** Message if the pictures cannot be loaded. */
  failed?: string
}

export interface StripEvents {
  onChoose: (corner: Corner, picture: HTMLElement) => void
  /** The user wants to see the corner closer. */
  onZoom: (corner: Corner) => void
  /** No picture is chosen any more. */
  onDismiss: () => void
  /** Tells users of screen readers. */
  announce: (text: string) => void
}

export function createPictureStrip(
  frame: HTMLElement,
  texts: StripTexts,
  { onChoose, onZoom, onDismiss, announce }: StripEvents,
): PictureStrip {
  let loading: AbortController | undefined
  let shown: LoadedCorner | undefined
  let index = 0
  let failure: FailureNotice | undefined
  const actions = { choose, step: (by: number) => choose(index + by), zoom, close }
  const { element, markChosen } = createStripView(texts, actions)
  attach(frame, element, actions)

  /** At once, unless the picture is the first one that is not loaded yet. */
  async function choose(next: number): Promise<void> {
    const current = shown
    const hasFocus = current?.list.contains(document.activeElement)
    if (next === current?.items.length) await current.loadMore()
    const item = current?.items[next]
    if (!current || current !== shown || !item) return
    index = next
    const position = markChosen(current, index)
    announce(`${position}: ${item.textContent.trim().replaceAll(/\s+/gv, ' ')}`)
    onChoose(current.corner, item)
    if (hasFocus) focus()
  }

  const findLink = () => shown?.items[index]?.querySelector('a')
  const focus = (): void => findLink()?.focus({ preventScroll: true })
  function zoom(): void {
    if (shown) onZoom(shown.corner)
    close()
  }

  function close(): void {
    dismiss()
    frame.querySelector<HTMLElement>('.map')?.focus()
  }

  function dismiss(): void {
    loading?.abort()
    element.hidden = true
    shown = undefined
    onDismiss()
  }

  async function show(corner: Corner, image?: number): Promise<boolean> {
    loading?.abort()
    failure?.hide()
    const { signal } = (loading = new AbortController())
    try {
      const loaded = await loadCorner(texts.pictures ?? '', corner, signal)
      const found = await (image ? loaded.find(image) : chooseAtClick(loaded, shown, index))
      if (signal.aborted) return false
      shown = loaded
      await choose(found)
      return true
    } catch {
      if (signal.aborted) return false
      dismiss()
      failure = tellFailure(frame, texts, () => void show(corner, image))
      return false
    }
  }

  return { element, show, focus, dismiss }
}

function tellFailure(frame: HTMLElement, { failed }: StripTexts, retry: () => void): FailureNotice {
  const failure = createFailureNotice(frame, failed, retry)
  failure.show()
  return failure
}

interface Actions {
  choose: (index: number) => Promise<void>
  step: (by: number) => Promise<void>
  close: () => void
}

/** Adds the element to the map, and listens to it. */
function attach(frame: HTMLElement, element: HTMLElement, { choose, step, close }: Actions): void {
  frame.append(element)
  const chooseItem = (target: EventTarget | null): void => {
    const item = target instanceof Element ? target.closest('li') : null
    if (item) void choose([...(item.parentElement?.children ?? [])].indexOf(item))
  }
  frame.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !element.hidden) close()
  })
  element.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    void step(by)
  })
  element.addEventListener('click', ({ target }) => chooseItem(target))
  element.addEventListener('focusin', ({ target }) => {
    // A picture that moves below the pointer would not be clicked.
    if (target instanceof Element && target.matches(':focus-visible')) chooseItem(target)
  })
}
