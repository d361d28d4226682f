import { CatalogError } from '../../core/base/errors.ts'

/**
 * Returns the path of an address below an instance, with its query: `/api/v2/stats/`. The access token may be sent
 * there, so an address that leaves the instance is refused, also by `..` or `//`.
 * @param base URL of the instance, without a slash at its end
 * @param given a path, or a complete URL such as the API sends in `next`
 * @throws CatalogError kind `invalid` if the address belongs to another host or another path
 */
export function toInstancePath(base: string, given: string): string {
  const isUrl = /^[a-z][a-z\d+.-]*:/i.test(given)
  const url = URL.parse(isUrl ? given : `${base}/${given.replace(/^\/+/, '')}`)
  const { origin, pathname } = new URL(base)
  const root = pathname.replace(/\/$/, '')
  if (url?.origin === origin && url.pathname.startsWith(`${root}/`)) {
    return url.pathname.slice(root.length) + url.search
  }
  throw new CatalogError('invalid', `${JSON.stringify(given)} is not an address at ${base}.`)
}
