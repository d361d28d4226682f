import { listActivity } from '../../../core/queries/feed/activity.ts'
import { listNewestCollections } from '../../../core/queries/sources/collections.ts'
import { findCollectionCovers } from '../../../core/queries/images/covers.ts'
import { findImages, listImages, type ImageRow } from '../../../core/queries/images/images.ts'
import { drawPictureOfDay } from '../../../core/queries/images/picture-of-day.ts'
import { readPictureSizes } from '../../../core/queries/images/picture-sizes.ts'
import { getChosenModel } from '../../../core/queries/settings/chosen-model.ts'
import { findMissingSteps } from '../../../core/queries/site/setup.ts'
import { getStatistics } from '../../../core/queries/site/statistics.ts'
import { EVENT_TYPES } from '../../../core/model/event-types.ts'
import { createEmptyHomePage, createHomePage, type HomeContent } from '../../pages/home.ts'
import { GALLERY_IMAGES } from '../../pages/parts/gallery.ts'
import type { Visit } from '../../pages/visit.ts'
import { presentCollection } from '../../presenters/collection.ts'
import { presentCover } from '../../presenters/cover.ts'
import { presentLargePictures } from '../../presenters/large-picture.ts'
import { presentShownEvent } from '../../presenters/shown-event.ts'
import { presentStatistics } from '../../presenters/statistics.ts'
import { findBasemap, isOnlyFromAfar } from '../../basemap/find-basemap.ts'
import type { RouteRequest } from '../../http/route.ts'
import { readCatalogMap } from './catalog-map.ts'
import { pageRoute } from './page-route.ts'

const COLLECTIONS = 4
const EVENTS = 5

export const homePageRoute = pageRoute({
  path: '/',
  mayLag: true,
  summary: 'Show the home page',
  async show(visit, { catalog, links }) {
    const { reads, lists } = catalog
    const [statistics, newest] = await Promise.all([
      getStatistics(catalog),
      listFirstImages(catalog, 'created_at'),
    ])
    if (newest.count === 0) return createEmptyHomePage(visit, await readSetup({ catalog, links }))
    const [model, pictures, map, decades, collections, events] = await Promise.all([
      getChosenModel(reads),
      readPictures(visit, catalog, newest.rows),
      readCatalogMap(
        { catalog, links },
        { points: { visibility: 'public' }, areas: { visibility: 'public' } },
      ),
      lists.ask('decades', { visibility: 'public' }),
      readNewestCollections({ catalog, links }),
      listActivity(reads, { types: EVENT_TYPES, limit: EVENTS }),
    ])
    return createHomePage(visit, {
      statistics: presentStatistics(statistics),
      imageCount: newest.count,
      hasModel: model !== null,
      ...pictures,
      map,
      decades,
      collections,
      events: events.map((row) => presentShownEvent(row, links)),
    })
  },
})

/** Lists the public images that come first by a time, the latest first. */
function listFirstImages(
  catalog: RouteRequest['catalog'],
  field: 'created_at' | 'last_georeferenced_at',
) {
  const page = { number: 1, size: GALLERY_IMAGES }
  return listImages(catalog, { visibility: 'public' }, [{ field, descending: true }], page)
}

/** Reads the picture of the day and those placed last. Without one of the day, the newest is it. */
async function readPictures(
  { links, language }: Visit,
  catalog: RouteRequest['catalog'],
  newest: readonly ImageRow[],
): Promise<Pick<HomeContent, 'ofTheDay' | 'placed' | 'newest'>> {
  const { reads, clock } = catalog
  const [ofTheDay, { rows }] = await Promise.all([
    drawPictureOfDay(reads, clock.now()).then((id) => findImages(reads, id === null ? [] : [id])),
    listFirstImages(catalog, 'last_georeferenced_at'),
  ])
  const placed = rows.filter(({ last_georeferenced_at: time }) => time !== null)
  const ids = [...ofTheDay, ...placed, ...newest].map(({ id }) => id)
  const sizes = await readPictureSizes(reads, ids)
  const present = (images: readonly ImageRow[]) =>
    presentLargePictures(images, sizes, { links, language })
  return {
    ofTheDay: present([...ofTheDay, ...newest])[0],
    placed: present(placed),
    newest: present(newest),
  }
}

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
