import { html, type Html } from '../../../core/base/html.ts'
import type { Picture } from '../parts/pictures.ts'
import { renderThumbnail } from '../parts/thumbnail.ts'
import type { Visit } from '../visit.ts'

/** Pictures of one view. */
export interface ThenAndNow {
  /** All of them with the one of the page, by date, undated ones last. */
  pictures: readonly Picture[]
  /** That of the page and another one, by date. */
  compared: readonly ComparedPicture[]
}

interface ComparedPicture extends Picture {
  /** URL of its display version. */
  display: string
}

/** The pictures in a strip, and two of them side by side, between which a script adds a divider to move. */
export function renderThenAndNow(
  visit: Visit,
  { id }: { id: number },
  { pictures, compared }: ThenAndNow,
): Html {
  const { thenAndNow, divider } = visit.messages.image
  return html`<section class="then-and-now" aria-labelledby="then-and-now">
    <h2 id="then-and-now">${thenAndNow}</h2>
    <ol class="pictures strip" aria-labelledby="then-and-now">
      ${pictures.map((picture) => renderInStrip(visit, picture, id))}
    </ol>
    <div id="compared" class="compared" data-enhance="divider" data-label="${divider}">
      ${compared.map((picture) => renderCompared(visit, picture))}
    </div>
  </section>`
}

function renderInStrip({ links, messages }: Visit, picture: Picture, current: number): Html {
  const { id, thumbnail, title, date_display: date } = picture
  const { compare, compareWith } = messages.image
  const isCurrent = id === current
  return html`<li>
    <a href="${links.image(id)}" ${isCurrent && html`aria-current="page"`}>
      ${renderThumbnail(thumbnail)}
      <span class="title" dir="auto">${title}</span>
      <span class="date">${date}</span>
    </a>
    ${
      !isCurrent &&
      html`<a
        class="place"
        href="${links.image(current)}?compare=${id}#compared"
        aria-label="${compareWith(title)}"
        >${compare}</a
      >`
    }
  </li>`
}

function renderCompared({ links }: Visit, { id, title, date_display, display }: ComparedPicture) {
  return html`<figure>
    <img src="${display}" alt="${title}" loading="lazy" />
    <figcaption>
      <a href="${links.image(id)}" dir="auto">${title}</a>
      <span class="soft">${date_display}</span>
    </figcaption>
  </figure>`
}
