import type { Image } from '../../core/contract/image.ts'
import type { Statistics } from '../../core/contract/statistics.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { DecadeCount } from '../../core/edtf/count-decades.ts'
import type { ShownEvent } from '../presenters/shown-event.ts'
import { renderEvent } from './activity/event.ts'
import { renderCollectionCards, type ShownCollection } from './collections/collection-cards.ts'
import { renderCounts } from './counts.ts'
import { formatDay } from './day.ts'
import { renderYearHistogram } from './images/year-histogram.ts'
import type { Page } from './layout.ts'
import { describeWebSite } from './parts/describe-page.ts'
import { renderJsonLd } from './parts/json-ld.ts'
import { renderPictures } from './parts/pictures.ts'
import { pictureSourceSet } from './parts/thumbnail.ts'
import { chooseTagline, renderLang } from './parts/translated.ts'
import { renderSearchForm } from './search.ts'
import { renderSetupGuide, type Setup } from './setup-guide.ts'
import type { Visit } from './visit.ts'

/** An image that the home page shows large. */
export interface FeaturedImage {
  image: Image
  /** URL of its display version; null without one. */
  display: string | null
}

export interface HomeContent {
  statistics: Statistics
  /** Number of all images that the public sees. */
  imageCount: number
  featured: FeaturedImage | null
  /** Newest first, without the featured one. */
  images: readonly Image[]
  decades: readonly DecadeCount[]
  /** Newest first. */
  collections: readonly ShownCollection[]
  /** Newest first. */
  events: readonly ShownEvent[]
}

/** The home page: what the catalog is, its search, and what there is to look at. */
export function createHomePage(visit: Visit, content: HomeContent): Page {
  const { featured } = content
  return {
    title: visit.siteName,
    hasPictures: true,
    canonicalUrl: visit.links.base('/'),
    preview: {
      picture: featured?.display ? { url: featured.display, alt: featured.image.title } : undefined,
    },
    head: renderJsonLd(describeWebSite(visit)),
    width: 'full',
    main: html`${renderHero(visit, {
        search: renderSearchForm(visit, { mode: 'text', text: '' }, true),
        featured,
      })}
      <div class="inner">
        ${renderStatistics(visit, content)} ${renderInvitation(visit)}
        ${renderHeading(visit, 'newest', '/images/?ordering=-created_at')}
        ${renderPictures(visit, content.images, 'newest')} ${renderDecades(visit, content.decades)}
        ${
          content.collections.length > 0 &&
          html`${renderHeading(visit, 'newCollections', '/collections/')}
          ${renderCollectionCards(visit, content.collections, { showsSource: true })}`
        }
        ${
          content.events.length > 0 &&
          html`${renderHeading(visit, 'activity', '/activity/')}
            <ul class="events recent">
              ${content.events.map((shown) =>
                renderEvent(
                  visit,
                  shown,
                  formatDay(visit.language, shown.event.timestamp, 'medium'),
                ),
              )}
            </ul> `
        }
      </div>`,
  }
}

/** The home page of a catalog without public images. */
export function createEmptyHomePage(visit: Visit, setup: Setup): Page {
  return {
    title: visit.siteName,
    width: 'full',
    main: html`${renderHero(visit)}
      <div class="inner">${renderSetupGuide(visit, setup)}</div>`,
  }
}

function renderHero(
  visit: Visit,
  { search, featured }: { search?: Html; featured?: FeaturedImage | null } = {},
): Html {
  const { siteName } = visit
  return html`<div class="hero">
    <div>
      <h1>${siteName}</h1>
      ${renderTagline(visit)} ${search}
    </div>
    ${featured && renderFeatured(visit, featured)}
  </div>`
}

function renderTagline(visit: Visit): Html {
  const chosen = chooseTagline(visit)
  return html`<p class="lead" ${renderLang(chosen)}>${chosen.text}</p>`
}

/** Phones do not show it, so they do not load it either, since it is lazy. */
function renderFeatured({ links }: Visit, { image, display }: FeaturedImage): Html | null {
  const { id, title, thumbnail, date_display } = image
  if (thumbnail === null || display === null) return null
  const url = links.image(id)
  return html`<figure>
    <a href="${url}" tabindex="-1" aria-hidden="true"
      ><img
        src="${thumbnail}"
        srcset="${pictureSourceSet(thumbnail, display)}"
        sizes="26rem"
        alt=""
        loading="lazy"
    /></a>
    <figcaption>
      <a href="${url}" dir="auto">${title}</a> <span class="soft">${date_display}</span>
    </figcaption>
  </figure>`
}

/** Leads to the queues of images to place and of places to check. */
function renderInvitation({ links, messages: { home } }: Visit): Html {
  return html`<p class="buttons">
    <a href="${links.base('/georeference/')}" class="button">${home.place}</a>
    <a href="${links.base('/check/')}" class="button quiet">${home.check}</a>
  </p>`
}

function renderHeading(
  { links, messages: { home } }: Visit,
  name: 'newest' | 'newCollections' | 'activity' | 'years',
  path: string,
): Html {
  return html`<div class="heading">
    <h2 id="${name}">${home[name]}</h2>
    <a href="${links.base(path)}">${home.all}<span class="unseen">: ${home[name]}</span></a>
  </div>`
}

function renderDecades(visit: Visit, decades: readonly DecadeCount[]): Html | null {
  const histogram = renderYearHistogram({ ...visit, target: '/images/' }, decades, {})
  return histogram && html`${renderHeading(visit, 'years', '/images/')} ${histogram}`
}

/** The statistics leave duplicates out, which the list of images contains. */
function renderStatistics(
  { language, links, messages: { home } }: Visit,
  { statistics, imageCount }: HomeContent,
): Html {
  return renderCounts(language, [
    [home.images, imageCount, links.base('/images/')],
    [home.onTheMap, statistics.georeferenced_images, links.base('/map/')],
    [home.collections, statistics.total_collections, links.base('/collections/')],
    [home.sources, statistics.total_sources, links.base('/sources/')],
  ])
}
