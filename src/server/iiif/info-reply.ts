import { describeFullImage } from '../../core/iiif/full-image.ts'
import { buildInfo2, buildInfo3 } from '../../core/iiif/info-document.ts'
import type { ImageApiVersion } from '../../core/iiif/size.ts'
import type { PictureAddress } from '../../core/queries/images/picture-address.ts'
import { findLicenseUrl } from '../../core/queries/images/tiles.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { REVALIDATED } from '../http/cache-control.ts'
import { jsonLd } from '../http/json-ld-reply.ts'
import type { Reply } from '../http/reply.ts'
import type { RouteRequest } from '../http/route.ts'
import { requireOpenTiles, tilesNotFound } from './identifier.ts'
import { serviceUrl } from './service-url.ts'

const BUILDERS = { 2: buildInfo2, 3: buildInfo3 }

/**
 * Replies with the image information document. Caches must revalidate it, because the license of an image can change.
 * @throws CatalogError kind `not_found` or `gone`
 */
export async function replyWithInfo(
  { config, tiles, reads }: Pick<Catalog, 'config' | 'tiles' | 'reads'>,
  version: ImageApiVersion,
  identifier: PictureAddress,
  { links, headers }: Pick<RouteRequest, 'links' | 'headers'>,
): Promise<Reply> {
  await requireOpenTiles(reads, identifier)
  const file = await tiles.open(identifier.imageId, identifier.generation)
  if (!file || !(await file.isStored())) throw tilesNotFound()
  const info = BUILDERS[version]({
    id: serviceUrl(links, version, identifier),
    image: describeFullImage(file.image, config.maxUpscaling),
    license: await findLicenseUrl(reads, identifier.imageId),
  })
  // Image API 2.1, 5: JSON-LD only for clients that request it.
  const reply = jsonLd(info, info['@context'], headers, version === 3 ? 'json-ld' : 'json')
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': REVALIDATED } }
}
