import { getVisibility } from '../../core/auth/caller.ts'
import { tileJson, tileQuery } from '../../core/contract/tile.ts'
import { notFound } from '../../core/base/errors.ts'
import { MAX_ZOOM, parseTile } from '../../core/model/tiles/tile.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { ONE_MINUTE } from '../http/cache-control.ts'
import { toPlacedFilters } from '../http/list-filters.ts'
import { presentTileJson } from '../presenters/tile-json.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { VECTOR_TILE } from '../http/vector-tile.ts'

export const tileRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/tiles.json',
    cacheable: true,
    mayLag: true,
    summary: 'Describe the vector tiles',
    responses: { 200: tileJson },
    query: tileQuery,
    async handle({ catalog, target, links }) {
      const [, search = ''] = target.split(/(?=\?)/)
      const tiles = `${links.api('/tiles/{z}/{x}/{y}.mvt')}${search}`
      const siteName = await getSiteName(catalog.reads)
      const license = catalog.config.contributionsLicense
      return json(presentTileJson(links, { siteName, tiles, license }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tiles/:z/:x/:y.mvt',
    cacheable: true,
    mayLag: true,
    summary: 'Get a vector tile of georeferences',
    responses: {
      200: { description: 'The tile. Without georeferences it is empty.', types: [VECTOR_TILE] },
    },
    errorResponses: { 503: 'The search for words took too long, or too many are waiting.' },
    query: tileQuery,
    async handle({ catalog, caller, clientAddress, query, params: { z = '', x = '', y = '' } }) {
      const tile = parseTile(z, x, y)
      if (!tile) throw notFound(NO_TILE)
      const matches = await catalog.placedSearch.find(query.q, clientAddress())
      const body = await catalog.lists.ask('tile', {
        tile,
        ...toPlacedFilters(query, getVisibility(caller), matches?.ids),
      })
      return {
        status: 200,
        body: Buffer.from(body),
        headers: {
          'Content-Type': VECTOR_TILE,
          ...(caller === null && { 'Cache-Control': ONE_MINUTE }),
        },
      }
    },
  }),
]

const NO_TILE = `Tile not found. The zoom level is 0 to ${MAX_ZOOM}; column and row are 0 to 2^zoom − 1.`
