import type { AskingApp } from '../../core/auth/authorization-request.ts'
import type { Scope } from '../../core/auth/caller.ts'
import type { Session } from '../../core/auth/sessions.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { chosenName, plainName } from './display-name.ts'
import { csrfField, WITH_PROOF } from './csrf-field.ts'
import { html, type Html } from '../../core/html.ts'
import { page } from './layout.ts'
import { scopeList } from './scopes.ts'

export interface ConsentPage extends AskingApp {
  scopes: readonly Scope[]
  session: Session
  /** Path and query of this page, below the base URL. */
  target: string
  links: Links
  siteName: string
}

const NAME_IN_TITLE = 60

/** Asks the user to authorize an app: its claimed name, the scopes, and the redirect URI. */
export function consentPage(asked: ConsentPage): Reply {
  const { client, session, siteName, links } = asked
  return page({
    title: `Allow ${plainName(client.name, NAME_IN_TITLE)}?`,
    siteName,
    home: links.base('/'),
    narrow: true,
    formsLeadAnywhere: true,
    headers: WITH_PROOF,
    main: html`<h1>Allow this app to access your account?</h1>
      <p class="asker">
        <strong class="name">${chosenName(client.name)}</strong>
        <span class="badge">unverified</span>
      </p>
      <p>
        This app wants to access your account at ${siteName}. It chose its own name, which has not
        been verified.
      </p>
      ${request(asked)}
      <form method="post" action="${links.base(asked.target)}">
        ${csrfField(session)}
        <p class="buttons">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="cancel" class="quiet">Cancel</button>
        </p>
      </form>
      <p class="soft">
        If you didn’t start this yourself, choose Cancel. You can withdraw the app’s access at any
        time on <a href="${links.base('/account/')}">your account page</a>.
      </p>
      ${whoAnswers(asked)}`,
  })
}

function request({ scopes, redirectUri, session }: ConsentPage): Html {
  return html`<div class="card">
    <h2>The app will be able to</h2>
    ${scopeList(scopes)}
    ${
      scopes.includes('import') &&
      !session.isStaff &&
      html`<p class="note">
        You are not a staff member, so the app can’t upload anything until an administrator makes
        you one.
      </p>`
    }
    <h2>You will be redirected to</h2>
    <p>${whereItLeads(redirectUri)}<br /><code>${redirectUri}</code></p>
  </div>`
}

function whereItLeads(redirectUri: string): Html {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return html`A program on this computer:`
  return html`The website <strong>${hostname}</strong>:`
}

function whoAnswers({ session, target, links }: ConsentPage): Html {
  return html`<form method="post" action="${links.base('/logout/')}" class="after">
    ${csrfField(session)}<input type="hidden" name="next" value="${target}" />
    <p class="soft">
      You are signed in as <strong>${chosenName(session.username)}</strong>.
      <button class="link">Not you? Sign out</button>
    </p>
  </form>`
}
