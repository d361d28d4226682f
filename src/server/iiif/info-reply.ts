import { buildInfo2, buildInfo3 } from '../../core/iiif/info-document.ts'
import type { ImageApiVersion } from '../../core/iiif/size.ts'
import { IIIF_LIMITS } from '../../core/limits.ts'
import { findLicenseUrl } from '../../core/queries/tiles.ts'
import type { Services } from '../../core/services.ts'
import { REVALIDATED } from '../cache-control.ts'
import { jsonLd } from '../json-ld.ts'
import type { Reply } from '../reply.ts'
import type { RouteRequest } from '../route.ts'
import { tilesNotFound, type TilesIdentifier } from './identifier.ts'
import { serviceUrl } from './service-url.ts'

const BUILDERS = { 2: buildInfo2, 3: buildInfo3 }

/**
 * Replies with the image information document. Caches must revalidate it, because the license of an image can change.
 * @throws CatalogError kind `not_found`
 */
export async function replyWithInfo(
  { tiles, reads }: Pick<Services, 'tiles' | 'reads'>,
  version: ImageApiVersion,
  identifier: TilesIdentifier,
  { links, headers }: Pick<RouteRequest, 'links' | 'headers'>,
): Promise<Reply> {
  const file = await tiles.open(identifier.imageId, identifier.generation)
  if (!file) throw tilesNotFound()
  const info = BUILDERS[version]({
    id: serviceUrl(links, version, identifier),
    image: { ...file.image, ...IIIF_LIMITS },
    license: await findLicenseUrl(reads, identifier.imageId),
  })
  // Image API 2.1, 5: JSON-LD only for clients that request it.
  const reply = jsonLd(info, info['@context'], headers, version === 3 ? 'json-ld' : 'json')
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': REVALIDATED } }
}
