import { z } from 'zod'
import { notFound } from '../../core/base/errors.ts'
import { BASEMAP_FILES, findBasemapFile, type BasemapFileKind } from '../basemap/basemap-files.ts'
import { IMMUTABLE, REVALIDATED } from '../http/cache-control.ts'
import { findLayerFile } from '../basemap/find-layers.ts'
import type { Reply } from '../http/reply.ts'
import { sendDataFile, type DataFile } from '../media/data-file.ts'
import { fileResponses } from '../media/file-responses.ts'
import { route, type Route } from '../http/route.ts'

const basemapQuery = z.object({
  v: z
    .string()
    .optional()
    .describe(
      'Version of the file. Caches may store a response to the current version for a year.',
    ),
})

const layerRoute = route({
  method: 'GET',
  path: '/layers/:slug',
  summary: 'Download a layer of the maps that is a file of this server',
  query: basemapQuery,
  responses: fileResponses('application/vnd.pmtiles', 'application/json'),
  errorResponses: { 404: 'The server has no such file.' },
  async handle({ catalog, query, params }) {
    const layer = catalog.config.layer.find(({ id }) => id === params.slug)
    const found = layer && (await findLayerFile(catalog.config, layer))
    if (!found) throw notFound('This server has no such file.')
    const type = layer.kind === 'pmtiles' ? 'application/vnd.pmtiles' : 'application/json'
    return sendVersion(found, type, query.v)
  },
})

/** The maps in the data directory, which pages show under their own. */
export const basemapRoutes: Route[] = [basemapRoute('pmtiles'), basemapRoute('geojson'), layerRoute]

function basemapRoute(kind: BasemapFileKind): Route {
  const { name, type } = BASEMAP_FILES[kind]
  return route({
    method: 'GET',
    path: `/${name}`,
    summary: `Download the basemap ${name} of this server`,
    query: basemapQuery,
    responses: fileResponses(type),
    errorResponses: { 404: 'The server has no such file.' },
    async handle({ catalog, query }) {
      const found = await findBasemapFile(catalog.config.data, kind)
      if (!found) throw notFound('This server has no such file.')
      return sendVersion(found, type, query.v)
    },
  })
}

function sendVersion(file: DataFile, type: string, version: string | undefined): Reply {
  return sendDataFile(file, {
    'Content-Type': type,
    'Cache-Control': version === file.version ? IMMUTABLE : REVALIDATED,
  })
}
