import type { Visit } from '../visit.ts'

/** The URL of another page of the same list. That of the first page has no `page` parameter. */
export function pageUrl(visit: Visit, page: number): string {
  return changeQuery(visit, { page: page === 1 ? null : String(page) })
}

/** The URL of the same page with other parameters. Null removes one. */
export function changeQuery(
  { links, target }: Visit,
  changes: Readonly<Record<string, string | null>>,
): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  return links.base(parameters.size > 0 ? `${path}?${parameters.toString()}` : path)
}
