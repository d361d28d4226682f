import { z } from 'zod'
import type { Language } from '../../../core/base/languages.ts'
import { pointQuery } from '../../../core/contract/feature.ts'
import { imageQuery } from '../../../core/contract/image.ts'
import { orderingBy } from '../../../core/contract/list-query.ts'
import { mapWords, tileQuery } from '../../../core/contract/tile.ts'
import { findViewBox, parseMapView } from '../../../core/model/geometry/map-view.ts'
import { EVERYWHERE } from '../../../core/model/geometry/box.ts'
import { parseMapBox } from '../../../core/model/tiles/map-box.ts'
import { toTileZoom } from '../../../core/model/tiles/tile.ts'
import { DEFAULT_MAP_ORDER, IMAGE_ORDERS } from '../../../core/model/orders.ts'
import { parsePage } from '../../../core/model/page.ts'
import type { Reads } from '../../../core/database/store.ts'
import { getArea, getPoint } from '../../../core/queries/places/georeferences.ts'
import { findPlacements } from '../../../core/queries/images/find-placements.ts'
import { listImages, type ImageRow } from '../../../core/queries/images/images.ts'
import type { ImageListFilter } from '../../../core/queries/lists/images.ts'
import { intersect, toImageFilter, toPlacedFilters } from '../../http/list-filters.ts'
import { MAP_FILTERS } from '../../pages/map/filters.ts'
import { createInvalidMapPage, createMapPage } from '../../pages/map/map.ts'
import { createPicturesPage } from '../../pages/map/pictures.ts'
import { listUrl } from '../../pages/parts/list-url.ts'
import type { Links } from '../../http/links.ts'
import type { RouteRequest } from '../../http/route.ts'
import type { GivenFilters } from '../../pages/images/filters.ts'
import { parseId } from '../../http/parse-id.ts'
import { presentImage } from '../../presenters/image.ts'
import { readFilters, readParameters } from './image-filters.ts'
import { readCatalogMap } from './catalog-map.ts'
import { pageRoute } from './page-route.ts'

/** Images in the list beside the map. */
const LISTED = { number: 1, size: 24 }

/** Of a usual window, in pixels. Scripts replace the list by what their window shows. */
const WINDOW = { width: 900, height: 700 }

const BUSY = 'The search for words took too long, or too many are waiting.'

const mapFilterQuery = imageQuery.extend({
  q: mapWords,
  georeferenced_by: pointQuery.shape.georeferenced_by.describe(
    'Return only images placed by these users, by id.',
  ),
  ordering: orderingBy(IMAGE_ORDERS, DEFAULT_MAP_ORDER),
  verdict: pointQuery.shape.verdict.describe(
    'Return only images whose georeference has this verdict of its validations.',
  ),
})

const filterQuery = mapFilterQuery.omit({
  page: true,
  page_size: true,
  georeferenced: true,
  reference_id: true,
  sha256: true,
  id: true,
  processing: true,
})

/** The parameters of the pages, for the OpenAPI document. */
const mapQuery = filterQuery.extend({
  map: z
    .string()
    .optional()
    .meta({
      description: 'What the map shows: zoom, latitude and longitude of the center.',
      examples: ['15.2/47.56/7.59'],
    }),
  corner: z
    .string()
    .optional()
    .meta({
      description: 'The picture that is chosen, and the box with those that are shown beside it.',
      examples: ['points/7.589,47.559,7.591,47.561/12'],
    }),
  in_bbox: z
    .string()
    .optional()
    .meta({
      description:
        'The list beside the map shows the images in this box: west, south, east, north, and the zoom level of the tiles.',
      examples: ['7.5,47.5,7.6,47.6@9'],
    }),
})

export const mapPageRoute = pageRoute({
  path: '/map/',
  mayLag: true,
  summary: 'Show the images on a map',
  handlerInput: { query: mapQuery },
  hasRedirects: true,
  errorResponses: {
    400: 'A filter is invalid. The page shows which.',
    503: BUSY,
  },
  async show(visit, { catalog, clientAddress, query, links }) {
    const { given, others, empty } = readParameters(query, MAP_FILTERS, MAP_PARAMETERS, '/map/')
    if (empty.length > 0) {
      const without = Object.fromEntries(empty.map((name) => [name, null]))
      return { redirectTo: listUrl(visit, without) }
    }
    const { filters, parsed } = await parseFilters(catalog, given)
    if (!parsed) return createInvalidMapPage(visit, filters)
    const inBox = others.in_bbox ?? findInBox(others.map)
    const matches = await catalog.placedSearch.find(parsed.q, clientAddress())
    const filter = toMapFilter(parsed, matches?.ids)
    const placed = toPlacedFilters(tileQuery.parse(given), 'public', matches?.ids)
    const anyYear = { ...filter, yearMin: undefined, yearMax: undefined, box: EVERYWHERE }
    const [{ rows, count }, decades, shown] = await Promise.all([
      listImages(
        catalog,
        { ...filter, box: inBox === undefined ? EVERYWHERE : parseMapBox(inBox) },
        parsed.ordering,
        LISTED,
      ),
      catalog.lists.ask('decades', anyYear),
      readCatalogMap({ catalog, links }, placed),
    ])
    const images = await presentPlaced(catalog, rows, { links, language: visit.language })
    return createMapPage(visit, {
      filters,
      inView: { images, count, inBox },
      decades,
      leftOut: matches ? matches.count - matches.ids.length : 0,
      ...shown,
    })
  },
})

const MAP_PARAMETERS = ['map', 'corner', 'in_bbox'] as const

/** Presents images with their places on the map. */
async function presentPlaced(
  { reads }: RouteRequest['catalog'],
  rows: readonly ImageRow[],
  { links, language }: { links: Links; language: Language },
) {
  const ids = rows.map(({ id }) => id)
  const placements = await findPlacements(reads, ids)
  return rows.map((image) => ({
    ...presentImage(image, links, language),
    placement: placements.get(image.id),
  }))
}

/** Parses the filters. @returns what the form shows, and nothing parsed if a filter is invalid */
async function parseFilters(catalog: RouteRequest['catalog'], given: GivenFilters) {
  const { data, error } = mapFilterQuery.safeParse(given)
  const filters = await readFilters(catalog, given, data)
  const invalid = new Set(error?.issues.map(({ path }) => String(path[0])))
  return { filters: { ...filters, invalid }, parsed: data }
}

/** @param ids the images with the words of the query; undefined without words */
function toMapFilter(
  parsed: z.output<typeof mapFilterQuery>,
  ids: readonly number[] | undefined,
): ImageListFilter {
  const { georeferenced_by: placedBy, verdict } = parsed
  return { ...toImageFilter(parsed, 'public'), ids, placedBy, verdict }
}

/** The box that a map shows, as text; undefined if it shows everything. */
function findInBox(map = ''): string | undefined {
  const view = parseMapView(map)
  return view && `${findViewBox(view, WINDOW)}@${toTileZoom(view.zoom)}`
}

/** Divides by the number of columns at most widths. */
const PAGE_SIZE = 60

const picturesQuery = mapQuery.extend({
  point: z
    .string()
    .optional()
    .meta({ description: 'Show only the image of this point, by id.', examples: ['31'] }),
  area: z
    .string()
    .optional()
    .meta({ description: 'Show only the image of this area, by id.', examples: ['7'] }),
  page: imageQuery.shape.page,
})

export const mapPicturesPageRoute = pageRoute({
  path: '/map/pictures/',
  mayLag: true,
  summary: 'Show the images on a part of the map as a list',
  handlerInput: { query: picturesQuery },
  errorResponses: {
    400: 'A parameter is invalid.',
    404: 'There is no such georeference, or the page number is out of range.',
    503: BUSY,
  },
  async show(visit, { catalog, clientAddress, query, links }) {
    const { given, others } = readParameters(query, MAP_FILTERS, OTHER_PARAMETERS, '/map/')
    const { filters, parsed } = await parseFilters(catalog, given)
    if (!parsed) return createInvalidMapPage(visit, filters)
    const page = { ...parsePage(others), size: PAGE_SIZE }
    const matches = await catalog.placedSearch.find(parsed.q, clientAddress())
    const filter = {
      ...toMapFilter(parsed, intersect(await findImageIds(catalog.reads, others), matches?.ids)),
      box: others.in_bbox === undefined ? EVERYWHERE : parseMapBox(others.in_bbox),
    }
    const { rows, count } = await listImages(catalog, filter, parsed.ordering, page)
    const images = await presentPlaced(catalog, rows, { links, language: visit.language })
    return createPicturesPage(visit, { filters, paging: { page, count }, images })
  },
})

const OTHER_PARAMETERS = ['map', 'in_bbox', 'point', 'area', 'page'] as const

/** Finds the image of a georeference. @returns undefined if none is asked for */
async function findImageIds(
  reads: Reads,
  { point, area }: { point?: string; area?: string },
): Promise<number[] | undefined> {
  if (point !== undefined) {
    return [(await getPoint(reads, parseId(point, 'Georeference'), 'public')).image_id]
  }
  if (area === undefined) return undefined
  return [(await getArea(reads, parseId(area, 'Georeference'), 'public')).image_id]
}
