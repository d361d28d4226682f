import { fetchPage, toSameOrigin } from './fetch-page.ts'
import type { Corner } from './map/map-address.ts'

/** The pictures of a corner by date, as far as they are loaded. */
export interface LoadedCorner {
  corner: Corner
  /** Of all pictures. */
  count: number
  list: HTMLElement
  items: HTMLElement[]
  /** Appends the next page, or nothing if it cannot be loaded. */
  loadMore(this: void): Promise<void>
  /** Loads pages until an image is found. @returns its index; 0 if it is not among the first ones */
  find(this: void, image: number): Promise<number>
}

/** Pictures in which an image is searched. */
const MAX_SEARCHED = 300

/**
 * Loads the first pictures of a corner.
 * @param pictures the address of the page of pictures with its filters
 * @throws Error if there are none, or they cannot be loaded
 */
export async function loadCorner(
  pictures: string,
  corner: Corner,
  signal: AbortSignal,
): Promise<LoadedCorner> {
  const url = toSameOrigin(pictures)
  // By date, whatever the order of the list beside the map.
  url.searchParams.delete('ordering')
  url.searchParams.set('in_bbox', `${corner.box}-${corner.kind}`)
  const { list, count } = await loadPictures(url, signal)
  if (count === 0) throw new Error('The corner is empty.')
  const items = listItems(list)
  let page = 1
  const append = async (): Promise<void> => {
    if (items.length >= count) return
    url.searchParams.set('page', String(page + 1))
    const next = listItems((await loadPictures(url, signal)).list)
    page += 1
    list.append(...next)
    items.push(...next)
  }
  return {
    corner,
    count,
    list,
    items,
    // The next press tries again.
    loadMore: () => append().catch(() => undefined),
    async find(image) {
      const search = () => items.findIndex((item) => findImageId(item) === image)
      while (search() < 0 && items.length < Math.min(count, MAX_SEARCHED)) await append()
      return Math.max(0, search())
    },
  }
}

async function loadPictures(url: URL, signal: AbortSignal) {
  const page = await fetchPage(url, signal)
  const list = page.querySelector<HTMLElement>('.pictures') ?? document.createElement('ul')
  return { list, count: Number(page.querySelector<HTMLElement>('[data-total]')?.dataset.total) }
}

function listItems(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll('li')]
}

/** Reads the id of the image of a picture from the link to its page. */
export function findImageId(picture: Element): number {
  const { pathname = '' } = picture.querySelector('a') ?? {}
  return Number(/\/(\d+)\/$/v.exec(pathname)?.[1])
}
