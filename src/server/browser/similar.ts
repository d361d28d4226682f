import { fetchPage, toSameOrigin } from './fetch-page.ts'

/** Replaces the link to the similar pictures by the pictures themselves. If they cannot be loaded, the link remains. */
export async function enhance(section: HTMLElement): Promise<void> {
  const link = section.querySelector('a')
  if (!link) return
  const page = await fetchPage(toSameOrigin(link.href)).catch(() => undefined)
  const pictures = page?.querySelector('.pictures')
  if (pictures) (link.parentElement ?? link).replaceWith(pictures)
}
