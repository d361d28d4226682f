import type { Consent } from '../../core/auth/consent.ts'
import type { Session } from '../../core/auth/sessions.ts'
import { formatTimestamp } from '../../core/clock.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { csrfField, WITH_PROOF } from './csrf-field.ts'
import { html, type Html } from './html.ts'
import { page } from './layout.ts'

export interface AccountPage {
  session: Session
  consents: readonly Consent[]
  siteName: string
  links: Links
}

/** Who is signed in, and which apps may act for them; both can be ended here. */
export function accountPage(account: AccountPage): Reply {
  const { session, consents, siteName, links } = account
  return page({
    title: 'Your account',
    siteName,
    home: links.base('/'),
    narrow: true,
    headers: WITH_PROOF,
    main: html`<h1>Your account</h1>
      <p>
        You are signed in as <strong><bdi>${session.username}</bdi></strong
        >${session.isStaff && ', a member of the staff'}.
      </p>
      <form method="post" action="${links.base('/logout/')}">
        ${csrfField(session)}
        <button class="quiet">Sign out</button>
      </form>
      <h2>Apps that may act for you</h2>
      ${consents.length === 0 && html`<p class="soft">There are none.</p>`}
      ${consents.map((consent) => appCard(account, consent))}`,
  })
}

function appCard({ session, links }: AccountPage, consent: Consent): Html {
  return html`<form method="post" action="${links.base('/account/withdraw/')}" class="card">
    <h3><bdi>${consent.name}</bdi></h3>
    <p class="soft">
      Scopes: ${consent.scopes.join(', ')}. Allowed on
      ${formatTimestamp(consent.allowedAt).slice(0, 10)}.
    </p>
    ${csrfField(session)}
    <button name="client_id" value="${consent.clientId}" class="quiet">
      No longer allow <bdi>${consent.name}</bdi>
    </button>
  </form>`
}
