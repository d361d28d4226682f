import type { Translated } from '../../core/config/translated.ts'

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/

/**
 * Returns the first e-mail address in the text that tells how to reach the community. Without one, it is that of the
 * webmaster (RFC 2142), since OAI-PMH requires an address.
 */
export function findContact(contact: Translated | null, host: string): string {
  return ADDRESS.exec(JSON.stringify(contact))?.[0] ?? `webmaster@${host}`
}
