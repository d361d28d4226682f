import { html, type Html } from '../../../core/base/html.ts'
import { renderThumbnail } from './thumbnail.ts'

interface LinkedImage {
  title: string
  /** Null if it has none yet. */
  thumbnail: string | null
}

/** A thumbnail with the title, as a link. */
export function renderImageLink(url: string, { title, thumbnail }: LinkedImage): Html {
  return html`<a href="${url}">
    ${renderThumbnail(thumbnail)}
    <span dir="auto">${title}</span>
  </a>`
}
