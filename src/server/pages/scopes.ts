import type { Scope } from '../../core/auth/caller.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { Visit } from './visit.ts'

/** Lists the scopes with their descriptions. */
export function renderScopes({ messages }: Visit, scopes: readonly Scope[]): Html {
  return html`<ul>
    ${scopes.map(
      (scope) =>
        html`<li>${messages.consent.scopes[scope]} <span class="soft">(${scope})</span></li>`,
    )}
  </ul>`
}

/** Formats the scopes as part of a sentence: `read the catalog and import images on your behalf`. */
export function formatScopes({ language, messages }: Visit, scopes: readonly Scope[]): string {
  const { abilities } = messages.account
  return new Intl.ListFormat(language).format(scopes.map((scope) => abilities[scope]))
}
