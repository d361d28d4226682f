import { InvalidArgumentError } from '@commander-js/extra-typings'
import { isLoopback } from '../../core/config/config.ts'

/** Parses the value of an option: an https URL, or an http URL of this computer. Removes slashes at its end. */
export function parseMirrorUrl(text: string): string {
  const url = URL.parse(text)
  const isPlain = url && url.username === '' && url.search === '' && url.hash === ''
  if (!isPlain || !isSecure(url)) {
    throw new InvalidArgumentError(
      'Must be an https URL without user and query, or an http URL of a loopback address.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** Whether what is sent is encrypted, or stays on this computer. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
