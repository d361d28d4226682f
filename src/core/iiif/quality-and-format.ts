/** The quality and the format of an image request: Image API 3.0 and 2.1, 4.4 and 4.5. */

import { badRequest, notOffered } from './request-error.ts'

/** The default quality is color. */
export type Quality = 'default' | 'gray' | 'bitonal'

export type ImageFormat = 'jpg' | 'png' | 'webp'

const QUALITIES: Readonly<Record<string, Quality>> = {
  default: 'default',
  color: 'default',
  gray: 'gray',
  bitonal: 'bitonal',
}

const FORMATS: readonly ImageFormat[] = ['jpg', 'png', 'webp']

/** Formats of the specification that the service does not offer. */
const OTHER_FORMATS: readonly string[] = ['tif', 'gif', 'jp2', 'pdf']

/**
 * Parses `default.jpg`.
 *
 * @throws CatalogError kind `invalid` for unknown values, `not_implemented` for formats that the service lacks
 */
export function parseQualityAndFormat(text: string): { quality: Quality; format: ImageFormat } {
  const dot = text.lastIndexOf('.')
  if (dot < 0) throw badRequest(`The format is missing in "${text}". Use for example default.jpg.`)
  return { quality: parseQuality(text.slice(0, dot)), format: parseFormat(text.slice(dot + 1)) }
}

function parseQuality(text: string): Quality {
  const quality = Object.hasOwn(QUALITIES, text) ? QUALITIES[text] : undefined
  if (quality) return quality
  throw badRequest(`The quality "${text}" is unknown. Use default, color, gray or bitonal.`)
}

function parseFormat(text: string): ImageFormat {
  const format = FORMATS.find((name) => name === text)
  if (format) return format
  if (OTHER_FORMATS.includes(text))
    throw notOffered(`The format "${text}" is not supported. Use ${FORMATS.join(', ')}.`)
  throw badRequest(`The format "${text}" is unknown. Use ${FORMATS.join(', ')}.`)
}
