import { html, type Html } from '../../../core/base/html.ts'
import { DISPLAY_SIDE, THUMBNAIL_SIDE } from '../../../core/base/limits.ts'

/**
 * A thumbnail next to its title, so without an alternative text; or an empty frame.
 * @param isUrgent whether it loads before the layout of the page is known, because it is the first one in the window
 */
export function renderThumbnail(url: string | null, isUrgent = false): Html {
  if (url === null) return html`<span class="nothing"></span>`
  return isUrgent
    ? html`<img src="${url}" alt="" fetchpriority="high" />`
    : html`<img src="${url}" alt="" loading="lazy" />`
}

/**
 * The value of `srcset` for an image that is shown in several sizes.
 * @param ratio its width divided by its height; the longest side has the size of the version
 */
export function pictureSourceSet(thumbnail: string, display: string, ratio = 1): string {
  const width = (side: number): number => Math.round(side * Math.min(ratio, 1))
  return `${thumbnail} ${width(THUMBNAIL_SIDE)}w, ${display} ${width(DISPLAY_SIDE)}w`
}
