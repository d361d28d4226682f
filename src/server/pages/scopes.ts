import type { Scope } from '../../core/auth/caller.ts'
import { html, type Html } from '../../core/html.ts'

const IN_WORDS: Record<Scope, string> = {
  read: 'Read the catalog, and see who you are: your user name, its number, whether you are staff.',
  import: 'Upload and replace images, and create sources and collections, in your name.',
}

const IN_SHORT: Record<Scope, string> = {
  read: 'read the catalog',
  import: 'import images in your name',
}

/** What an app may do, each in plain words with the word that programs use. */
export function scopeList(scopes: readonly Scope[]): Html {
  return html`<ul>
    ${scopes.map((scope) => html`<li>${IN_WORDS[scope]} <span class="soft">(${scope})</span></li>`)}
  </ul>`
}

/** The same in half a sentence. */
export function scopePhrase(scopes: readonly Scope[]): string {
  return new Intl.ListFormat('en').format(scopes.map((scope) => IN_SHORT[scope]))
}
