import { invalid } from '../../core/errors.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * The base URL of an instance in the one form that credentials are kept under: no final slash.
 * `archive.example.org` means https, an address of this machine http.
 * @throws CatalogError kind `invalid` for what is no address, or one that would send tokens in the clear
 */
export function normalizeInstanceUrl(given: string): string {
  const url = parse(given)
  if (url === undefined || url.username !== '' || !/^https?:$/.test(url.protocol)) {
    throw invalid('URL', `${JSON.stringify(given)} is not the address of a catalogue`)
  }
  if (url.protocol === 'http:' && !isLoopbackUrl(url)) {
    throw invalid(
      'URL',
      `${given} is not encrypted, so that others could read your token. Use https.`,
    )
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
