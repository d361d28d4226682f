/**
 * Replaces the parts of an element that have a `data-part` by those of the same name in another version of the page.
 * @returns whether the page has any of them
 */
export function replaceParts(element: HTMLElement, page: Document): boolean {
  const current = [...element.querySelectorAll<HTMLElement>('[data-part]')]
  const replaced = current.filter((part) => {
    const next = page.querySelector(`[data-part="${CSS.escape(part.dataset.part ?? '')}"]`)
    if (next) part.replaceWith(next)
    return next !== null
  })
  return replaced.length > 0
}

/** Returns what a page says, such as that of an error. */
export function readMessage(page: Document): string {
  const main = page.querySelector('main')
  const texts = Array.from(
    main?.querySelectorAll('[role="alert"], .note, p') ?? [],
    ({ textContent }) => textContent.trim().replaceAll(/\s+/gv, ' '),
  )
  return texts.find((text) => text !== '') ?? page.title
}
