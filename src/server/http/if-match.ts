import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'

/** The header as the OpenAPI document describes it. */
export const ifMatchHeaders = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe(
      'ETags of the image, separated by commas, or `*`. The image is updated only if it still has the revision of one of them.',
    ),
})

const ETAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const ETAG_LIST = new RegExp(`^\\s*${ETAG}(?:\\s*,\\s*${ETAG})*\\s*$`)

/**
 * Returns the revisions that the request accepts; undefined if it accepts any. Only the revision in a tag is
 * compared, so that a new comment causes no conflict. Proxies that compress responses make tags weak or append
 * to them; such tags still contain the revision.
 * @throws CatalogError kind `invalid`
 */
export function parseIfMatch(headers: IncomingHttpHeaders): number[] | undefined {
  const header = headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  if (!ETAG_LIST.test(header)) {
    throw new CatalogError(
      'invalid',
      'The If-Match header must be `*` or a list of ETags in double quotes, separated by commas.',
    )
  }
  return [...header.matchAll(/"(\d{1,15})-[^"]*"/g)].map(([, revision]) => Number(revision))
}
