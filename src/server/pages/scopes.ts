import type { Scope } from '../../core/auth/caller.ts'
import { html, type Html } from '../../core/html.ts'

const DESCRIPTIONS: Record<Scope, string> = {
  read: 'Read the catalog, and see your username, your account number and whether you are staff.',
  import: 'Upload, update and replace images, and create sources and collections, on your behalf.',
}

const PHRASES: Record<Scope, string> = {
  read: 'read the catalog',
  import: 'import images on your behalf',
}

/** Lists the scopes with their descriptions. */
export function renderScopes(scopes: readonly Scope[]): Html {
  return html`<ul>
    ${scopes.map((scope) => html`<li>${DESCRIPTIONS[scope]} <span class="soft">(${scope})</span></li>`)}
  </ul>`
}

/** Formats the scopes as part of a sentence: `read the catalog and import images on your behalf`. */
export function formatScopes(scopes: readonly Scope[]): string {
  return new Intl.ListFormat('en').format(scopes.map((scope) => PHRASES[scope]))
}
