import type { AskingApp } from '../../core/auth/authorization-request.ts'
import type { Scope } from '../../core/auth/caller.ts'
import type { Session } from '../../core/auth/sessions.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { csrfField, WITH_PROOF } from './csrf-field.ts'
import { html } from './html.ts'
import { page } from './layout.ts'

export interface ConsentPage extends AskingApp {
  scopes: readonly Scope[]
  session: Session
  /** The page's own address, below the base URL. */
  target: string
  links: Links
  siteName: string
}

const IN_WORDS: Record<Scope, string> = {
  read: 'Read the catalogue, and see your user name.',
  import: 'Upload and replace images and create sources in your name. This needs staff status.',
}

/** Asks whether an app may act for the user: who it says it is, what it wants, where the answer goes. */
export function consentPage(asked: ConsentPage): Reply {
  const { client, redirectUri, scopes, session, siteName, links } = asked
  return page({
    title: `Allow ${client.name}?`,
    siteName,
    home: links.base('/'),
    narrow: true,
    formsLeadAnywhere: true,
    headers: WITH_PROOF,
    main: html`<h1>Allow <bdi>${client.name}</bdi>?</h1>
      <p>
        An app that calls itself <strong><bdi>${client.name}</bdi></strong> wants to act for you at
        ${siteName}. The name is the app’s own choice; nobody has verified it.
      </p>
      <div class="card">
        <h2>It could</h2>
        <ul>
          ${scopes.map((scope) => html`<li>${IN_WORDS[scope]} <span class="soft">(${scope})</span></li>`)}
        </ul>
        <h2>The answer goes to</h2>
        <p>
          <code>${redirectUri}</code><br /><span class="soft">${whereItLeads(redirectUri)}</span>
        </p>
      </div>
      <form method="post" action="${links.base(asked.target)}">
        ${csrfField(session)}
        <p class="buttons">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="cancel" class="quiet">Cancel</button>
        </p>
      </form>
      <p class="soft">If you didn’t just start this from an app, cancel.</p>
      <form method="post" action="${links.base('/logout/')}">
        ${csrfField(session)}<input type="hidden" name="next" value="${asked.target}" />
        <p class="soft">
          You are signed in as <bdi>${session.username}</bdi>.
          <button class="link">Not you? Sign out</button>
        </p>
      </form>`,
  })
}

function whereItLeads(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return 'That is a program on this computer.'
  return `That is the site ${hostname}.`
}
