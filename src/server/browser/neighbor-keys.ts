const LINKS = { ArrowLeft: 'a[rel=prev]', ArrowRight: 'a[rel=next]' }

/** Lets the arrow keys follow the links to what is before and after a page, while nothing has the focus. */
export function enhance(links: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (target !== document.body || altKey || ctrlKey || metaKey || shiftKey) return
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      links.querySelector<HTMLAnchorElement>(LINKS[key])?.click()
  })
}
