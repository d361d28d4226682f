import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../core/errors.ts'

/** The header as the OpenAPI document describes it. */
export const ifMatchHeaders = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe(
      'One or more ETags of the image, or `*`. The update is made only if the image still has the revision of one of them.',
    ),
})

const ETAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const ETAG_LIST = new RegExp(`^\\s*${ETAG}(?:\\s*,\\s*${ETAG})*\\s*$`)

/**
 * Revisions that the request accepts; undefined if it accepts any. Only the revision of a tag is compared, so
 * that a comment added since then is no conflict. Proxies that compress make tags weak or append to them;
 * those tags are accepted, since the revision is the same.
 * @throws CatalogError kind `invalid`
 */
export function parseIfMatch(headers: IncomingHttpHeaders): number[] | undefined {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  if (!ETAG_LIST.test(given)) {
    throw new CatalogError(
      'invalid',
      'The If-Match header must be `*` or a list of ETags in double quotes, separated by commas.',
    )
  }
  return [...given.matchAll(/"(\d{1,15})-[^"]*"/g)].map(([, revision]) => Number(revision))
}
