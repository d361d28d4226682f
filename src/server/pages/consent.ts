import type { RequestingApp } from '../../core/auth/authorization-request.ts'
import type { Scope } from '../../core/auth/caller.ts'
import type { Session } from '../../core/auth/sessions.ts'
import type { Reply } from '../reply.ts'
import { renderName, toPlainName } from './display-name.ts'
import { renderCsrfField, CSRF_PAGE_HEADERS } from './csrf-field.ts'
import { html, type Html } from '../../core/html.ts'
import { renderPage } from './layout.ts'
import { renderScopes } from './scopes.ts'
import type { Visit } from './visit.ts'

export interface ConsentPage extends RequestingApp {
  scopes: readonly Scope[]
  session: Session
  visit: Visit
}

const MAX_TITLE_NAME = 60

/** Asks the user to authorize an app. Shows its name, the scopes and the redirect URI. */
export function renderConsentPage(content: ConsentPage): Reply {
  const { client, session, visit } = content
  const { siteName, links, target } = visit
  return renderPage(visit, {
    title: `Allow ${toPlainName(client.name, MAX_TITLE_NAME)}?`,
    width: 'narrow',
    hasAccountLink: false,
    isTranslated: false,
    allowsFormRedirects: true,
    headers: CSRF_PAGE_HEADERS,
    main: html`<h1>Allow this app to access your account?</h1>
      <p class="asker">
        <strong class="name">${renderName(client.name)}</strong>
        <span class="badge">unverified</span>
      </p>
      <p>
        This app wants to access your account at ${siteName}. It chose its own name, which has not
        been verified.
      </p>
      ${renderRequest(content)}
      <form method="post" action="${links.base(target)}">
        ${renderCsrfField(session)}
        <p class="buttons">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="cancel" class="quiet">Cancel</button>
        </p>
      </form>
      <p class="soft">
        If you didn’t start this yourself, choose Cancel. You can withdraw the app’s access at any
        time on <a href="${links.base('/account/')}">your account page</a>.
      </p>
      ${renderSignedInUser(content)}`,
  })
}

function renderRequest({ scopes, redirectUri, session }: ConsentPage): Html {
  return html`<div class="card">
    <h2>The app will be able to</h2>
    ${renderScopes(scopes)}
    ${
      scopes.includes('import') &&
      !session.isStaff &&
      html`<p class="note">
        You are not a staff member, so the app can’t upload anything until an administrator gives
        you staff status.
      </p>`
    }
    <h2>You will be redirected to</h2>
    <p>${describeDestination(redirectUri)}<br /><code>${redirectUri}</code></p>
  </div>`
}

function describeDestination(redirectUri: string): Html {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return html`A program on this computer:`
  return html`The website <strong>${hostname}</strong>:`
}

function renderSignedInUser({ session, visit: { target, links } }: ConsentPage): Html {
  return html`<form method="post" action="${links.base('/logout/')}" class="after">
    ${renderCsrfField(session)}<input type="hidden" name="next" value="${target}" />
    <p class="soft">
      You are signed in as <strong>${renderName(session.username)}</strong>.
      <button class="link">Not you? Sign out</button>
    </p>
  </form>`
}
