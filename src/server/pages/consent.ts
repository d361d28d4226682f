import type { AskingApp } from '../../core/auth/authorization-request.ts'
import type { Scope } from '../../core/auth/caller.ts'
import type { Session } from '../../core/auth/sessions.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { chosenName, plainName } from './chosen-name.ts'
import { csrfField, WITH_PROOF } from './csrf-field.ts'
import { html, type Html } from '../../core/html.ts'
import { page } from './layout.ts'
import { scopeList } from './scopes.ts'

export interface ConsentPage extends AskingApp {
  scopes: readonly Scope[]
  session: Session
  /** The page's own address, below the base URL. */
  target: string
  links: Links
  siteName: string
}

const NAME_IN_TITLE = 60

/** Asks whether an app may act for the user: who it says it is, what it wants, where the answer goes. */
export function consentPage(asked: ConsentPage): Reply {
  const { client, session, siteName, links } = asked
  return page({
    title: `Allow ${plainName(client.name, NAME_IN_TITLE)}?`,
    siteName,
    home: links.base('/'),
    narrow: true,
    formsLeadAnywhere: true,
    headers: WITH_PROOF,
    main: html`<h1>Allow an app to act for you?</h1>
      <p class="asker">
        <strong class="name">${chosenName(client.name)}</strong>
        <span class="badge">unverified</span>
      </p>
      <p>
        This app wants access to your account at ${siteName}. It chose its name itself; nobody has
        verified it.
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
        Cancel if you didn’t just start this yourself. What you allow is remembered until you
        withdraw it on the page of
        <a href="${links.base('/account/')}">your account</a>.
      </p>
      ${whoAnswers(asked)}`,
  })
}

function request({ scopes, redirectUri, session }: ConsentPage): Html {
  return html`<div class="card">
    <h2>It could</h2>
    ${scopeList(scopes)}
    ${
      scopes.includes('import') &&
      !session.isStaff &&
      html`<p class="note">
        You are not a member of the staff, so uploading stays closed until an administrator opens
        it.
      </p>`
    }
    <h2>Your answer goes to</h2>
    <p>${whereItLeads(redirectUri)}<br /><code>${redirectUri}</code></p>
  </div>`
}

function whereItLeads(redirectUri: string): Html {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return html`A program on this computer:`
  return html`The site <strong>${hostname}</strong>:`
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
