import { invalid } from '../../core/base/errors.ts'
import { hasCredentials } from '../../core/model/text.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Normalizes the base URL of an instance: no trailing slash, and https by default, or http on a loopback address.
 * @throws CatalogError kind `invalid` if it is not a URL, or would send tokens unencrypted
 */
export function normalizeInstanceUrl(given: string): string {
  const url = parse(given)
  if (url === undefined || hasCredentials(url.href) || !/^https?:$/.test(url.protocol)) {
    throw invalid('URL', `${JSON.stringify(given)} is not a valid address of an instance`)
  }
  if (url.protocol === 'http:' && !isLoopbackUrl(url)) {
    throw invalid('URL', `${given} is not encrypted, so others could read your token. Use https.`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function isLoopbackUrl(url: URL): boolean {
  return LOOPBACK.test(url.hostname)
}

function parse(given: string): URL | undefined {
  const text = given.trim()
  if (/^[a-z]+:\/\//i.test(text)) return URL.parse(text) ?? undefined
  const guess = URL.parse(`http://${text}`)
  if (guess === null) return undefined
  return isLoopbackUrl(guess) ? guess : (URL.parse(`https://${text}`) ?? undefined)
}
