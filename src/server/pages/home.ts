import type { Image } from '../../core/contract/image.ts'
import type { Statistics } from '../../core/contract/statistics.ts'
import { html, type Html } from '../../core/html.ts'
import { renderCounts } from './counts.ts'
import type { Page } from './layout.ts'
import { renderPictures } from './parts/pictures.ts'
import { renderSearchForm } from './search.ts'
import type { Visit } from './visit.ts'

export interface HomeContent {
  statistics: Statistics
  /** Newest first. */
  images: readonly Image[]
}

/** The home page: introduction, counts, and newest images. */
export function createHomePage(visit: Visit, { statistics, images }: HomeContent): Page {
  const { home } = visit.messages
  return {
    title: visit.siteName,
    hasPictures: true,
    main: html`
      <h1>${visit.siteName}</h1>
      <p class="lead">${home.introduction}</p>
      ${renderSearchForm(visit, { mode: 'text', text: '' })} ${renderStatistics(visit, statistics)}
      ${
        images.length > 0 &&
        html`<h2 id="newest">${home.newest}</h2>
          ${renderPictures(visit, images, 'newest')}`
      }
    `,
  }
}

function renderStatistics({ language, messages: { home } }: Visit, statistics: Statistics): Html {
  return renderCounts(language, [
    [home.images, statistics.total_images],
    [home.onTheMap, statistics.georeferenced_images],
    [home.collections, statistics.total_collections],
    [home.sources, statistics.total_sources],
  ])
}
