import { changeQuery } from '../../http/change-query.ts'
import { LANGUAGE_PARAMETER } from '../../http/language.ts'
import type { Visit } from '../visit.ts'

/**
 * The URL of this list with other parameters, without the language, which is remembered.
 * @param changes by name; null removes a parameter. Without `page`, it is the URL of the first page.
 */
export function listUrl(
  { links, target }: Visit,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  return links.base(changeQuery(target, { [LANGUAGE_PARAMETER]: null, page: null, ...changes }))
}

/** The URL of a page of this list. That of the first page has no `page` parameter. */
export function pageUrl(visit: Visit, number: number): string {
  return listUrl(visit, { page: number === 1 ? null : String(number) })
}
