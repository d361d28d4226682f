import { html, type Html } from '../../../core/html.ts'

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

/** Shows cards in a grid, each with a picture, a name and a description. */
export function renderCards(cards: readonly Card[]): Html {
  return html`<ul class="cards">
    ${cards.map(renderCard)}
  </ul>`
}

function renderCard({ url, name, cover, line, description, more }: Card): Html {
  // No alternative text, since the name is next to the picture.
  const picture =
    cover === null
      ? html`<span class="nothing"></span>`
      : html`<img src="${cover}" alt="" loading="lazy" />`
  return html`<li>
    <a href="${url}" class="cover">${picture}<strong dir="auto">${name}</strong></a>
    <p class="soft line">${line.map((text) => html`<span dir="auto">${text}</span> `)}</p>
    ${description !== '' && html`<p class="excerpt" dir="auto">${description}</p>`} ${more}
  </li>`
}
