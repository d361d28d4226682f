import { fetchPage, toSameOrigin } from './fetch-page.ts'
import { createFailureNotice } from './map/failure-notice.ts'

/** Appends the next page of a list of pictures when its link comes near the window. */

/** The list ends here, so that the end of the page can be reached and the browser's memory stays small. */
const MAX_PICTURES = 500
const NEAR = '800px'

/** The element holds a list `.pictures` and, below it, a `.pager` with a link to the next page. */
export function enhance(grid: HTMLElement): void {
  const status = createStatus(grid)
  returnToPicture(grid)
  grid.addEventListener('click', rememberPicture)
  const observer = new IntersectionObserver(
    (entries) => {
      // While the window is busy, several changes arrive at once.
      const latest = entries.at(-1)
      const pager = latest?.isIntersecting ? latest.target : undefined
      if (!(pager instanceof HTMLElement) || pager.contains(document.activeElement)) return
      observer.unobserve(pager)
      void append(pager)
    },
    { rootMargin: NEAR },
  )
  observeNext(grid.querySelector<HTMLElement>('.pager'))

  async function append(pager: HTMLElement): Promise<void> {
    const next = await appendNextPage(grid, pager, status)
    if (next) return observeNext(next)
    const { failed } = document.body.dataset
    createFailureNotice(pager, failed, () => void append(pager)).show()
  }

  function observeNext(pager: HTMLElement | null): void {
    if (pager && findNext(pager) && countPictures(grid) < MAX_PICTURES) observer.observe(pager)
  }
}

/** Returns the pager of the next page; null if it can't be loaded. The link to it remains then, and a notice tries again. */
async function appendNextPage(
  grid: HTMLElement,
  pager: HTMLElement,
  status: HTMLElement,
): Promise<HTMLElement | null> {
  pager.classList.add('loading')
  try {
    const next = toSameOrigin(findNext(pager)?.href ?? '')
    const page = await fetchPage(next)
    const pictures = page.querySelectorAll('[data-enhance="grid"] .pictures > li')
    const nextPager = page.querySelector<HTMLElement>('[data-enhance="grid"] .pager')
    if (pictures.length === 0 || !nextPager) return null
    for (const picture of pictures) picture.setAttribute('data-page', next.href)
    grid.querySelector('.pictures')?.append(...pictures)
    pager.replaceWith(nextPager)
    history.replaceState(history.state, '', next)
    status.textContent = nextPager.querySelector('.range')?.textContent ?? ''
    return nextPager
  } catch {
    return null
  } finally {
    pager.classList.remove('loading')
  }
}

/** Notes in the history which picture is opened, and from which page of the list, for the way back. */
function rememberPicture({ target }: Event): void {
  if (!(target instanceof Element)) return
  const picture = target.closest('a')?.href
  if (picture === undefined || !target.closest('.pictures')) return
  // The browser would scroll to where the picture was on a page with more pictures above it.
  history.scrollRestoration = 'manual'
  const page = target.closest<HTMLElement>('[data-page]')?.dataset.page
  history.replaceState({ picture }, '', page)
}

function returnToPicture(grid: HTMLElement): void {
  const state = history.state as { picture?: string } | null
  const links = grid.querySelectorAll<HTMLAnchorElement>('.pictures a')
  const link = [...links].find(({ href }) => href === state?.picture)
  link?.scrollIntoView({ block: 'center' })
  link?.focus({ preventScroll: true })
}

function findNext(pager: HTMLElement): HTMLAnchorElement | null {
  return pager.querySelector<HTMLAnchorElement>('a[rel="next"]')
}

function countPictures(grid: HTMLElement): number {
  return grid.querySelectorAll('.pictures > li').length
}

function createStatus(grid: HTMLElement): HTMLElement {
  const status = document.createElement('p')
  status.role = 'status'
  status.className = 'unseen'
  grid.append(status)
  return status
}
