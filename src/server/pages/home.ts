import type { Session } from '../../core/auth/sessions.ts'
import type { Image } from '../../core/contract/image.ts'
import type { Statistics } from '../../core/contract/statistics.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { renderCounts } from './counts.ts'
import { html, type Html } from '../../core/html.ts'
import { renderPage } from './layout.ts'
import { createSessionParts } from './session-parts.ts'

export interface HomePage {
  statistics: Statistics
  /** Newest first. */
  images: Image[]
  /** The user's session; undefined if not signed in. */
  session: Session | undefined
  links: Links
}

/** Shows the home page: introduction, counts, newest images, and links to the API. */
export function renderHomePage({ statistics, images, session, links }: HomePage): Reply {
  return renderPage({
    title: statistics.name,
    siteName: statistics.name,
    links,
    imageSources: [new URL(links.cdn('/')).origin],
    ...createSessionParts(session, links),
    main: html`
      <h1>${statistics.name}</h1>
      <p>
        A catalog of historical images: photographs, drawings and postcards that institutions
        contribute and a community places on a map.
      </p>
      ${renderStatistics(statistics)} ${images.length > 0 && renderImages(images, links)}
      ${renderApiLinks(links)}
    `,
  })
}

function renderStatistics(statistics: Statistics): Html {
  return renderCounts([
    ['Images', statistics.total_images],
    ['On the map', statistics.georeferenced_images],
    ['Collections', statistics.total_collections],
    ['Sources', statistics.total_sources],
  ])
}

function renderImages(images: Image[], links: Links): Html {
  return html`<h2 id="newest">Newest images</h2>
    <ul class="pictures" aria-labelledby="newest">
      ${images.map((image) => renderImage(image, links))}
    </ul>`
}

function renderImage({ id, thumbnail, title, date_display }: Image, links: Links): Html {
  // No alternative text, since the title is next to the picture.
  const picture = thumbnail
    ? html`<img src="${thumbnail}" alt="" loading="lazy" />`
    : html`<span class="nothing"></span>`
  return html`<li>
    <a href="${links.image(id)}">
      ${picture}
      <span class="title">${title}</span>
      <span class="date">${date_display}</span>
    </a>
  </li>`
}

function renderApiLinks(links: Links): Html {
  const lists: [string, string][] = [
    ['/images/', 'Images'],
    ['/collections/', 'Collections'],
    ['/sources/', 'Sources'],
    ['/licenses/', 'Licenses'],
    ['/stats/', 'Statistics'],
  ]
  return html`<h2>For developers</h2>
    <p>
      All public data is available as JSON, without credentials. See the
      <a href="${links.api('/docs/')}">API reference</a>, or start here:
    </p>
    <ul>
      ${lists.map(([path, name]) => html`<li><a href="${links.api(path)}">${name}</a></li>`)}
    </ul>`
}
