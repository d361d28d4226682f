import { html, type Html } from '../../../core/html.ts'

interface LinkedImage {
  title: string
  /** Null if it has none yet. */
  thumbnail: string | null
}

/** A thumbnail with the title, as a link. */
export function renderImageLink(url: string, { title, thumbnail }: LinkedImage): Html {
  return html`<a href="${url}">
    ${
      thumbnail === null
        ? html`<span class="nothing"></span>`
        : html`<img src="${thumbnail}" alt="" loading="lazy" />`
    }
    <span dir="auto">${title}</span>
  </a>`
}
