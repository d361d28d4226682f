import { CatalogError } from '../../core/base/errors.ts'
import { shorten } from '../../core/model/text.ts'

/**
 * Requires that a URL, which a server named, is one of HTTP: it may be opened in a browser, and another scheme could
 * open a file or start a program.
 * @throws CatalogError kind `invalid`
 */
export function requireHttp(url: string): void {
  const { protocol = '' } = URL.parse(url) ?? {}
  if (protocol === 'http:' || protocol === 'https:') return
  const message = `The server names the address ${shorten(url)}, which is not an http or https URL. Report this to its administrator.`
  throw new CatalogError('invalid', message, { code: 'not_http' })
}
