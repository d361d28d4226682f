import { PICTURE_FORMATS } from '../../model/picture-format.ts'

const CONTENT_TYPES = new Map(
  PICTURE_FORMATS.map(({ extension, contentType }) => [extension, contentType]),
)

/** The headers with which a content delivery network serves an object. Objects never change. */
export interface ObjectHeaders {
  ContentType: string
  CacheControl: string
}

/** Returns the headers to store with an object. */
export function objectHeaders(key: string): ObjectHeaders {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return {
    ContentType: CONTENT_TYPES.get(extension) ?? 'application/octet-stream',
    CacheControl: 'public, max-age=31536000, immutable',
  }
}
