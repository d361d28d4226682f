import { fetchPage, toSameOrigin } from './fetch-page.ts'
import { createFailureNotice, type FailureNotice } from './map/failure-notice.ts'

/** Loads the list beside the map, which the server renders. */
export interface PictureList {
  /**
   * Shows the images in a box, and announces how many.
   * @param box `west,south,east,north`
   */
  show(box: string): Promise<void>
}

/** Attributes of the map. */
export interface ListTexts {
  /** The address of the page with the list. It changes with the filters. */
  page?: string
  /** Message if the list cannot be loaded. */
  failed?: string
}

/** @param announce tells users of screen readers */
export function createPictureList(texts: ListTexts, announce: (text: string) => void): PictureList {
  let loading: AbortController | undefined
  let shownPage = texts.page
  const find = (within: ParentNode = document) =>
    within.querySelector<HTMLElement>('[data-in-view]')
  const replaceBy = (loaded: Document, page: string): void => {
    const list = find(loaded)
    if (!list) throw new Error('The page has no list.')
    find()?.replaceWith(list)
    if (page !== shownPage) replaceFiltered(loaded)
    shownPage = page
    announce(list.querySelector('h2')?.textContent ?? '')
  }
  let failure: FailureNotice | undefined
  const show = async (box: string): Promise<void> => {
    loading?.abort()
    const { page = '' } = texts
    const current = (loading = new AbortController())
    find()?.setAttribute('aria-busy', 'true')
    try {
      replaceBy(await loadPage(page, box, current.signal), page)
    } catch {
      if (current.signal.aborted) return
      const list = find()
      list?.removeAttribute('aria-busy')
      failure?.hide()
      failure = createFailureNotice(list, texts.failed, () => void show(box))
      failure.show()
    }
  }
  return { show }
}

/** Replaces what depends on the filters. */
function replaceFiltered(loaded: Document): void {
  const filtered = loaded.querySelector('[data-filtered]')
  if (filtered) document.querySelector('[data-filtered]')?.replaceWith(filtered)
}

async function loadPage(page: string, box: string, signal: AbortSignal): Promise<Document> {
  const url = toSameOrigin(page)
  url.searchParams.set('in_bbox', box)
  return fetchPage(url, signal)
}
