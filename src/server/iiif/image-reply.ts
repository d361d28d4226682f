import { describeFullImage } from '../../core/iiif/full-image.ts'
import { formatCanonicalRequest } from '../../core/iiif/canonical-request.ts'
import { planImage } from '../../core/iiif/image-plan.ts'
import type { ImageRequest } from '../../core/iiif/image-request.ts'
import type { ImageFormat } from '../../core/iiif/quality-and-format.ts'
import type { ImageApiVersion } from '../../core/iiif/size.ts'
import { findStoredTile } from '../../core/iiif/stored-tile.ts'
import type { PictureAddress } from '../../core/queries/images/picture-address.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { tileFileKey } from '../../core/storage/keys.ts'
import type { TileFile } from '../../core/storage/tile-files.ts'
import { IMMUTABLE } from '../http/cache-control.ts'
import type { Links } from '../http/links.ts'
import { USER_CONTENT_HEADERS } from '../middleware/security-headers.ts'
import { image, type Reply } from '../http/reply.ts'
import { requireOpenTiles, tilesNotFound } from './identifier.ts'
import { renderTiles } from './render-tiles.ts'
import { serviceUrl } from './service-url.ts'

const CONTENT_TYPES: Record<ImageFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

const PROFILES: Record<ImageApiVersion, string> = {
  2: 'http://iiif.io/api/image/2/level2.json',
  3: 'http://iiif.io/api/image/3/level2.json',
}

/**
 * Replies with a stored tile or a rendered image.
 * @throws CatalogError kind `not_found` or `gone`, or kind `invalid` or `not_implemented` if the image cannot be made of these tiles
 */
export async function replyWithImage(
  services: Pick<Catalog, 'config' | 'reads' | 'tiles' | 'images' | 'storage'>,
  request: ImageRequest,
  identifier: PictureAddress,
  links: Links,
): Promise<Reply> {
  const { imageId, generation } = identifier
  await requireOpenTiles(services.reads, identifier)
  const file = await services.tiles.open(imageId, generation)
  if (!file) throw tilesNotFound()
  const full = describeFullImage(file.image, services.config.maxUpscaling)
  const plan = planImage(request, full)
  const tile = findStoredTile(full, plan)
  const canonical = formatCanonicalRequest(request.version, plan, full)
  const headers = {
    ...USER_CONTENT_HEADERS,
    'Content-Type': CONTENT_TYPES[plan.format],
    'Cache-Control': IMMUTABLE,
    Link: formatLinks(`${serviceUrl(links, request.version, identifier)}/${canonical}`, request),
  }
  // Without commas, at which programs split lists of ETags.
  const etag = `"${generation}/${canonical.replaceAll(',', '-')}"`
  if (tile !== undefined) return image({ etag, read: () => readTile(file, tile) }, headers)
  const key = tileFileKey(imageId, generation)
  return image(
    { etag, render: (...request) => renderTiles(services, { key, plan }, ...request) },
    headers,
  )
}

async function readTile(file: TileFile, index: number): Promise<Buffer> {
  const bytes = await file.readTile(index)
  if (!bytes) throw tilesNotFound()
  return bytes
}

/** The canonical link of Image API 3.0, 4.8, and the profile link of 6. */
function formatLinks(canonicalUrl: string, { version }: ImageRequest): string {
  const url = canonicalUrl.replaceAll('^', '%5E')
  return `<${url}>;rel="canonical", <${PROFILES[version]}>;rel="profile"`
}
