import { notFound, type ErrorDetails } from '../core/errors.ts'

/**
 * The id in a path.
 * @throws CatalogError kind `not_found` when it is none: `Image not found.`
 */
export function parseId(
  text: string | undefined,
  what: string,
  details?: Pick<ErrorDetails, 'code'>,
): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw notFound(`${what} not found.`, details)
  return Number(text)
}
