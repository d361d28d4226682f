import type { Statistics } from '../../core/contract/statistics.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { DecadeCount } from '../../core/edtf/count-decades.ts'
import type { LargePicture } from '../presenters/large-picture.ts'
import type { ShownEvent } from '../presenters/shown-event.ts'
import { renderEvent } from './activity/event.ts'
import { renderCollectionCards, type ShownCollection } from './collections/collection-cards.ts'
import { renderCounts } from './counts.ts'
import { formatDay } from './day.ts'
import { renderYearHistogram } from './images/year-histogram.ts'
import type { Page } from './layout.ts'
import type { CatalogMap } from './parts/catalog-map.ts'
import { renderCatalogData } from './parts/describe-data.ts'
import { describeWebSite } from './parts/describe-page.ts'
import { fillGallery, renderGallery, type GalleryRows } from './parts/gallery.ts'
import { renderJsonLd } from './parts/json-ld.ts'
import { mapPolicy } from './parts/map-frame.ts'
import { renderOverviewMap } from './parts/overview-map.ts'
import { chooseTagline, renderLang } from './parts/translated.ts'
import { renderSearchForm } from './search.ts'
import { renderSetupGuide, type Setup } from './setup-guide.ts'
import type { Visit } from './visit.ts'

export interface HomeContent {
  statistics: Statistics
  /** Number of all images that the public sees. */
  imageCount: number
  /** Whether there is a model for searches by what pictures show. */
  hasModel: boolean
  /** Undefined if no image has a picture yet. */
  ofTheDay: LargePicture | undefined
  map: CatalogMap
  /** Placed last, newest first. */
  placed: readonly LargePicture[]
  /** Newest first. Those that the page shows above are left out. */
  newest: readonly LargePicture[]
  decades: readonly DecadeCount[]
  /** Newest first. */
  collections: readonly ShownCollection[]
  /** Newest first. */
  events: readonly ShownEvent[]
}

/** The home page: what the catalog is, its search, and what there is to look at. */
export function createHomePage(visit: Visit, content: HomeContent): Page {
  const { hasModel, ofTheDay, map, placed, newest, collections, events } = content
  const placedRows = fillGallery(placed)
  const shown = new Set([ofTheDay, ...placedRows.flat(2)].map((picture) => picture?.image.id))
  const newestRows = fillGallery(newest.filter(({ image }) => !shown.has(image.id)))
  return {
    title: visit.siteName,
    styleSheet: 'home.css',
    hasPictures: true,
    ...(map.extent && { isEnhanced: true, ...mapPolicy(map.basemap) }),
    canonicalUrl: visit.links.base('/'),
    preview: { picture: ofTheDay && { url: ofTheDay.display, alt: ofTheDay.image.title } },
    head: html`${renderJsonLd(describeWebSite(visit))}${renderCatalogData(visit)}`,
    width: 'full',
    main: html`${renderHero(visit, {
        search: renderSearchForm(visit, { mode: 'text', text: '', hasModel }, true),
        ofTheDay,
      })}
      <div class="inner">
        ${renderStatistics(visit, content)} ${renderInvitation(visit)}
        ${renderOverviewMap(visit, map, '')}
        ${renderPictures(visit, placedRows, 'placed', '/images/?ordering=-last_georeferenced_at')}
        ${renderPictures(visit, newestRows, 'newest', '/images/?ordering=-created_at')}
        ${renderDecades(visit, content.decades)}
        ${
          collections.length > 0 &&
          html`${renderHeading(visit, 'newCollections', '/collections/')}
          ${renderCollectionCards(visit, collections, { showsSource: true })}`
        }
        ${
          events.length > 0 &&
          html`${renderHeading(visit, 'activity', '/activity/')}
            <ul class="events recent">
              ${events.map((shown) =>
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
    styleSheet: 'home.css',
    width: 'full',
    main: html`${renderHero(visit)}
      <div class="inner">${renderSetupGuide(visit, setup)}</div>`,
  }
}

function renderHero(
  visit: Visit,
  { search, ofTheDay }: { search?: Html; ofTheDay?: LargePicture | undefined } = {},
): Html {
  const { siteName } = visit
  return html`<div class="hero">
    <div>
      <h1>${siteName}</h1>
      ${renderTagline(visit)} ${search}
    </div>
    ${ofTheDay && renderPictureOfTheDay(visit, ofTheDay)}
  </div>`
}

function renderTagline(visit: Visit): Html {
  const chosen = chooseTagline(visit)
  return html`<p class="lead" ${renderLang(chosen)}>${chosen.text}</p>`
}

/** Phones load the thumbnail, so that it appears early. */
function renderPictureOfTheDay(
  { links, messages }: Visit,
  { image, thumbnail, display, size }: LargePicture,
): Html {
  const { id, title, date_display } = image
  const url = links.image(id)
  return html`<figure>
    <a href="${url}" tabindex="-1" aria-hidden="true"
      ><picture
        ><source srcset="${thumbnail}" media="(max-width: 40rem)" />
        <img
          src="${display}"
          alt=""
          fetchpriority="high"
          ${size && html`width="${size.width}" height="${size.height}"`} /></picture
    ></a>
    <figcaption>
      <span class="soft label">${messages.home.ofTheDay}</span>
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
  name: 'placed' | 'newest' | 'newCollections' | 'activity' | 'years',
  path: string,
): Html {
  return html`<div class="heading">
    <h2 id="${name}">${home[name]}</h2>
    <a href="${links.base(path)}">${home.all}<span class="unseen">: ${home[name]}</span></a>
  </div>`
}

/** Shows pictures large below a heading, if there are any. */
function renderPictures(
  visit: Visit,
  rows: GalleryRows,
  name: 'placed' | 'newest',
  path: string,
): Html | false {
  return (
    rows.length > 0 && html`${renderHeading(visit, name, path)} ${renderGallery(visit, rows, name)}`
  )
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
