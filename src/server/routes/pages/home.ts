import { listActivity } from '../../../core/queries/feed/activity.ts'
import { listNewestCollections } from '../../../core/queries/sources/collections.ts'
import { findCollectionCovers } from '../../../core/queries/images/covers.ts'
import { listImages, type ImageRow } from '../../../core/queries/images/images.ts'
import { findMissingSteps } from '../../../core/queries/site/setup.ts'
import { getStatistics } from '../../../core/queries/site/statistics.ts'
import { EVENT_TYPES } from '../../../core/model/event-types.ts'
import { displayUrl } from '../../presenters/image-urls.ts'
import { createEmptyHomePage, createHomePage } from '../../pages/home.ts'
import { presentCollection } from '../../presenters/collection.ts'
import { presentCover } from '../../presenters/cover.ts'
import { presentImage } from '../../presenters/image.ts'
import { presentShownEvent } from '../../presenters/shown-event.ts'
import { presentStatistics } from '../../presenters/statistics.ts'
import { findBasemap, isOnlyFromAfar } from '../../basemap/find-basemap.ts'
import type { RouteRequest } from '../../http/route.ts'
import { pageRoute } from './page-route.ts'

/** Fills rows of two, three, four and six. */
const NEWEST_IMAGES = 12
const NEWEST = {
  order: [{ field: 'created_at', descending: true }],
  page: { number: 1, size: NEWEST_IMAGES + 1 },
} as const
const COLLECTIONS = 4
const EVENTS = 5

export const homePageRoute = pageRoute({
  path: '/',
  mayLag: true,
  summary: 'Show the home page',
  async show(visit, { catalog, links }) {
    const { reads, lists } = catalog
    const [statistics, images] = await Promise.all([
      getStatistics(catalog),
      listImages(catalog, { visibility: 'public' }, NEWEST.order, NEWEST.page),
    ])
    if (images.count === 0) return createEmptyHomePage(visit, await readSetup({ catalog, links }))
    const [decades, collections, events] = await Promise.all([
      lists.ask('decades', { visibility: 'public' }),
      readNewestCollections({ catalog, links }),
      listActivity(reads, { types: EVENT_TYPES, limit: EVENTS }),
    ])
    const featured = images.rows.find(({ generation }) => generation !== null)
    const others = images.rows.filter((row) => row !== featured).slice(0, NEWEST_IMAGES)
    const present = (row: ImageRow) => presentImage(row, links, visit.language)
    return createHomePage(visit, {
      statistics: presentStatistics(statistics),
      imageCount: images.count,
      featured: featured
        ? { image: present(featured), display: displayUrl(links, featured) }
        : null,
      images: others.map(present),
      decades,
      collections,
      events: events.map((row) => presentShownEvent(row, links)),
    })
  },
})

async function readSetup({ catalog, links }: Pick<RouteRequest, 'catalog' | 'links'>) {
  const [missing, basemap] = await Promise.all([
    findMissingSteps(catalog.reads),
    findBasemap(catalog.config, links),
  ])
  return { missing, isBasemapMissing: isOnlyFromAfar(basemap) }
}

async function readNewestCollections({ catalog, links }: Pick<RouteRequest, 'catalog' | 'links'>) {
  const rows = await listNewestCollections(catalog.reads, COLLECTIONS)
  const covers = await findCollectionCovers(
    catalog.reads,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    collection: presentCollection(row, links),
    cover: presentCover(covers(row.id), links),
  }))
}
