/** The grammar of image requests: Image API 3.0 and 2.1, 2.1 and 4. */

import { type ImageFormat, type Quality, parseQualityAndFormat } from './quality-and-format.ts'
import { type Region, parseRegion } from './region.ts'
import { badRequest } from './request-error.ts'
import { type Rotation, parseRotation } from './rotation.ts'
import { type ImageApiVersion, type RequestedSize, parseSize } from './size.ts'

/** A client's request, before it is applied to an image. */
export interface ImageRequest {
  version: ImageApiVersion
  region: Region
  size: RequestedSize
  rotation: Rotation
  quality: Quality
  format: ImageFormat
}

/**
 * Parses the part of an address after the identifier: `{region}/{size}/{rotation}/{quality}.{format}`. Each of the four
 * segments is percent-decoded once (Image API 3.0, 9).
 *
 * @param path percent-encoded as the client sent it, without a leading slash
 * @throws CatalogError kind `invalid` for bad syntax, `not_implemented` for features that the service lacks
 */
export function parseImageRequest(version: ImageApiVersion, path: string): ImageRequest {
  const [region, size, rotation, name, ...rest] = path.split('/', 5).map(decodeSegment)
  if (region === undefined || size === undefined || rotation === undefined || name === undefined)
    throw rejectPath()
  if (rest.length > 0) throw rejectPath()
  return {
    version,
    region: parseRegion(region),
    size: parseSize(version, size),
    rotation: parseRotation(rotation),
    ...parseQualityAndFormat(name),
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw badRequest(`The percent-encoding of "${segment}" is not valid.`)
  }
}

function rejectPath() {
  return badRequest('An image request has the form {region}/{size}/{rotation}/{quality}.{format}.')
}
