import { html, type Html } from '../../../core/base/html.ts'
import { renderThumbnail } from './thumbnail.ts'

/** A source, collection or subject in a list. */
export interface Card {
  url: string
  name: string
  /** URL of a thumbnail that stands for it. */
  cover: string | null
  /** Short texts below the name. */
  line: readonly string[]
  description: string
  more?: Html | null | undefined
}

/**
 * Shows cards in a grid, each with a picture, a name and a description.
 * @param isAtTop whether its beginning is in the window when the page opens
 */
export function renderCards(cards: readonly Card[], isAtTop = false): Html {
  const first = isAtTop ? cards.find(({ cover }) => cover !== null) : undefined
  return html`<ul class="cards">
    ${cards.map((card) => renderCard(card, card === first))}
  </ul>`
}

function renderCard({ url, name, cover, line, description, more }: Card, isFirst: boolean): Html {
  return html`<li>
    <a href="${url}" class="cover"
      >${renderThumbnail(cover, isFirst)}<strong dir="auto">${name}</strong></a
    >
    <p class="soft line">${line.map((text) => html`<span dir="auto">${text}</span> `)}</p>
    ${description !== '' && html`<p class="excerpt" dir="auto">${description}</p>`} ${more}
  </li>`
}
