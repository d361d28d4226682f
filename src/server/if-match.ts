import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../core/errors.ts'

/** The header as the interface's document describes it. */
export const ifMatch = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe(
      'One or more ETags of the image, or `*`. The change is made only while the image has the revision that one of them names.',
    ),
})

const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const TAGS = new RegExp(`^\\s*${TAG}(?:\\s*,\\s*${TAG})*\\s*$`)

/**
 * Revisions that the request accepts; undefined where it accepts any. Only the revision of a tag counts, so
 * that a comment meanwhile is no conflict. A proxy that compresses makes tags weak or adds to their end; the
 * revision is the same, and those tags are accepted.
 * @throws CatalogError kind `invalid`
 */
export function acceptedRevisions(headers: IncomingHttpHeaders): number[] | undefined {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  if (!TAGS.test(given)) {
    throw new CatalogError(
      'invalid',
      'The If-Match header should be ETags in double quotes, separated by commas, or *.',
    )
  }
  return [...given.matchAll(/"(\d{1,15})-[^"]*"/g)].map(([, revision]) => Number(revision))
}
