import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

export interface Share {
  images: number
  placed: number
}

/**
 * A bar that shows how many images are on the map; nothing if none could be.
 * @param total number of images, of which the share leaves out duplicates and those that cannot be placed
 */
export function renderPlaceShare(
  { language, messages }: Visit,
  share: Share,
  total: number,
): Html | null {
  const { images, placed } = share
  if (images === 0) return null
  // Rounded down, so that only a complete collection has 100 %.
  const percent = Math.floor((100 * placed) / images)
  const [some = '', all = ''] = [placed, images].map((count) => count.toLocaleString(language))
  const text = (percent / 100).toLocaleString(language, { style: 'percent' })
  return html`<div class="share">
    <svg aria-hidden="true"><rect class="part" width="${percent}%" height="100%" /></svg>
    <span
      >${messages.lists.placed(some, all, text)}${
        total > images && ` · ${messages.lists.notPlaceable(total - images)}`
      }</span
    >
  </div>`
}
