import type { Session } from '../../core/auth/sessions.ts'
import { html, type Html } from '../../core/html.ts'
import { REVALIDATED } from '../cache-control.ts'
import type { Links } from '../links.ts'
import { renderName } from './display-name.ts'
import type { Page } from './layout.ts'

/**
 * The parts of a public page that depend on whether the user is signed in. Only pages of anonymous users may be cached.
 * @param session undefined if the user is not signed in
 */
export function createSessionParts(
  session: Session | undefined,
  links: Links,
): Pick<Page, 'headers' | 'headerLink'> {
  return {
    headers: { 'Cache-Control': session ? 'no-store' : REVALIDATED, Vary: 'Cookie' },
    headerLink: renderAccountLink(session, links),
  }
}

/** A link to sign in, or to the account page. */
function renderAccountLink(session: Session | undefined, links: Links): Html {
  if (!session) return html`<a href="${links.base('/login/')}">Sign in</a>`
  return html`<a href="${links.base('/account/')}"
    ><span class="unseen">Your account: </span>${renderName(session.username)}</a
  >`
}
