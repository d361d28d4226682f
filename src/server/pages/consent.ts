import type { RequestingApp } from '../../core/auth/authorization-request.ts'
import { isForStaff, type Scope } from '../../core/auth/caller.ts'
import type { Session } from '../../core/auth/sessions.ts'
import type { Reply } from '../http/reply.ts'
import { renderName, toPlainName } from './display-name.ts'
import { renderCsrfField, CSRF_PAGE_HEADERS } from './csrf-field.ts'
import { html, type Html } from '../../core/base/html.ts'
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
  const { consent } = visit.messages
  return renderPage(visit, {
    title: consent.title(toPlainName(client.name, MAX_TITLE_NAME)),
    width: 'narrow',
    hasAccountLink: false,
    isTranslated: false,
    allowsFormRedirects: true,
    headers: CSRF_PAGE_HEADERS,
    main: html`<h1>${consent.heading}</h1>
      <p class="asker">
        <strong class="name">${renderName(client.name)}</strong>
        <span class="badge">${consent.unverified}</span>
      </p>
      <p>${consent.wants(siteName)}</p>
      ${renderRequest(content)}
      <form method="post" action="${links.base(target)}">
        ${renderCsrfField(session)}
        <p class="buttons">
          <button name="decision" value="allow">${consent.allow}</button>
          <button name="decision" value="cancel" class="quiet">${consent.cancel}</button>
        </p>
      </form>
      <p class="soft">
        ${consent.notYou((text) => html`<a href="${links.base('/account/')}">${text}</a>`)}
      </p>
      ${renderSignedInUser(content)}`,
  })
}

function renderRequest({ scopes, redirectUri, session, visit }: ConsentPage): Html {
  const { consent } = visit.messages
  return html`<div class="card">
    <h2>${consent.abilities}</h2>
    ${renderScopes(visit, scopes)}
    ${scopes.some(isForStaff) && !session.isStaff && html`<p class="note">${consent.notStaff}</p>`}
    <h2>${consent.redirect}</h2>
    <p>${describeDestination(visit, redirectUri)}<br /><code>${redirectUri}</code></p>
  </div>`
}

function describeDestination({ messages: { consent } }: Visit, redirectUri: string): Html {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return html`${consent.localProgram}`
  return consent.website(html`<strong>${hostname}</strong>`)
}

function renderSignedInUser({ session, visit }: ConsentPage): Html {
  const { target, links, messages } = visit
  const name = html`<strong>${renderName(session.username)}</strong>`
  return html`<form method="post" action="${links.base('/logout/')}" class="after">
    ${renderCsrfField(session)}<input type="hidden" name="next" value="${target}" />
    <p class="soft">
      ${messages.consent.signedInAs(name)}
      <button class="link">${messages.consent.signOut}</button>
    </p>
  </form>`
}
