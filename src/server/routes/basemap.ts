import { z } from 'zod'
import { notFound } from '../../core/base/errors.ts'
import { BASEMAP_FILES, findBasemapFile, type BasemapFileKind } from '../basemap/basemap-files.ts'
import { IMMUTABLE, REVALIDATED } from '../http/cache-control.ts'
import { sendDataFile } from '../media/data-file.ts'
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

/** The maps in the data directory, which pages show under their own. */
export const basemapRoutes: Route[] = [basemapRoute('pmtiles'), basemapRoute('geojson')]

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
      return sendDataFile(found, {
        'Content-Type': type,
        'Cache-Control': query.v === found.version ? IMMUTABLE : REVALIDATED,
      })
    },
  })
}
