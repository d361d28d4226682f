import { seesEverything } from '../../core/auth/caller.ts'
import { parseImageRequest } from '../../core/iiif/image-request.ts'
import type { ImageApiVersion } from '../../core/iiif/size.ts'
import { RENDERS_PER_MINUTE } from '../../core/base/limits.ts'
import { isPublicImage } from '../../core/model/visibility.ts'
import { findPublishedTiles } from '../../core/queries/images/tiles.ts'
import { FIVE_MINUTES } from '../http/cache-control.ts'
import { parseIdentifier, requireOpenTiles, tilesNotFound } from '../iiif/identifier.ts'
import { replyWithImage } from '../iiif/image-reply.ts'
import { replyWithInfo } from '../iiif/info-reply.ts'
import { serviceUrl } from '../iiif/service-url.ts'
import { jsonLdResponse } from '../http/json-ld-reply.ts'
import { GONE_RESPONSE } from '../media/require-open-address.ts'
import { redirect, type Reply } from '../http/reply.ts'
import { route, type Route, type RouteRequest } from '../http/route.ts'

const REDIRECT_TO_TILES = { description: 'Redirect to the published tiles.' }

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** The IIIF Image API, at the URLs in `iiif_url`. */
export const imageApiRoutes = ([3, 2] as const).flatMap((version) => [
  baseRoute(version),
  infoRoute(version),
  imageRoute(version),
])

function baseRoute(version: ImageApiVersion): Route {
  return route({
    method: 'GET',
    path: `/iiif/${version}/:identifier/`,
    summary: `Redirect to the information document (${describeApi(version)})`,
    responses: { 303: { description: 'Redirect to the information document.' } },
    errorResponses: GONE_RESPONSE,
    async handle(request) {
      const { catalog, links, params } = request
      const { imageId, generation } = parseIdentifier(params.identifier)
      if (generation === undefined) return redirectToPublished(request, version, 'info.json')
      await requireOpenTiles(catalog.reads, { imageId, generation })
      if (!(await catalog.tiles.open(imageId, generation))) throw tilesNotFound()
      const service = serviceUrl(links, version, { imageId, generation })
      return redirect(`${service}/info.json`, { 'Cache-Control': FIVE_MINUTES })
    },
  })
}

function infoRoute(version: ImageApiVersion): Route {
  return route({
    method: 'GET',
    path: `/iiif/${version}/:identifier/info.json`,
    summary: `Get the information document of an image (${describeApi(version)})`,
    responses: {
      200: jsonLdResponse('The information document.'),
      303: REDIRECT_TO_TILES,
      304: { description: 'Not modified: the document still matches If-None-Match.' },
    },
    errorResponses: GONE_RESPONSE,
    async handle(request) {
      const { catalog, params } = request
      const { imageId, generation } = parseIdentifier(params.identifier)
      if (generation === undefined) return redirectToPublished(request, version, 'info.json')
      return replyWithInfo(catalog, version, { imageId, generation }, request)
    },
  })
}

function imageRoute(version: ImageApiVersion): Route {
  return route({
    method: 'GET',
    path: `/iiif/${version}/:identifier/:region/:size/:rotation/:quality.:format`,
    // Also matches an encoded or missing dot, which the handler parses.
    pathPattern: new RegExp(String.raw`^/iiif/${version}/([^/]+)(?:/[^/]+){4}/?$`),
    summary: `Get an image, or a region of it (${describeApi(version)})`,
    responses: {
      200: { description: 'The image.', types: IMAGE_TYPES },
      303: REDIRECT_TO_TILES,
      304: { description: 'Not modified: the image still matches If-None-Match.' },
    },
    errorResponses: {
      ...GONE_RESPONSE,
      400: 'A part of the path is invalid, or the region is outside the image.',
      429: `More than ${RENDERS_PER_MINUTE} rendered images per minute from one client address.`,
      501: 'The service does not offer this feature.',
    },
    async handle(request) {
      const { catalog, links, params, target } = request
      const path = readRequestPath(target)
      const parsed = parseImageRequest(version, path)
      const { imageId, generation } = parseIdentifier(params.identifier)
      if (generation === undefined)
        return redirectToPublished(request, version, decodeURIComponent(path))
      return replyWithImage(catalog, parsed, { imageId, generation }, links)
    },
  })
}

function describeApi(version: ImageApiVersion): string {
  return `Image API ${version === 3 ? '3.0' : '2.1'}`
}

/** Returns the part of the path after the identifier, still percent-encoded. */
function readRequestPath(target: string): string {
  return /^\/iiif\/\d\/[^/]*\/([^?]*)/.exec(target)?.[1] ?? ''
}

/**
 * Redirects from the permanent address of an image to its published tiles, which a replacement changes.
 * @param path below the base URI of the service, valid and decoded
 * @throws CatalogError kind `not_found` also for images that the caller may not see
 */
async function redirectToPublished(
  { catalog, caller, links, params }: RouteRequest,
  version: ImageApiVersion,
  path: string,
): Promise<Reply> {
  const { imageId } = parseIdentifier(params.identifier)
  const tiles = await findPublishedTiles(catalog.reads, imageId)
  if (!tiles || !(isPublicImage(tiles) || seesEverything(caller))) throw tilesNotFound()
  const service = serviceUrl(links, version, { imageId, generation: tiles.generation })
  return redirect(`${service}/${path.replaceAll('^', '%5E')}`, {
    'Cache-Control': caller === null ? FIVE_MINUTES : 'private, no-store',
    Vary: ['Authorization'],
  })
}
