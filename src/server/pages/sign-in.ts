import type { DevAccount } from '../../core/auth/dev-accounts.ts'
import type { Reply } from '../reply.ts'
import { renderName } from './display-name.ts'
import { html, type Html } from '../../core/html.ts'
import { renderPage } from './layout.ts'
import type { Visit } from './visit.ts'

export interface SignInPage {
  visit: Visit
  /** Path to return to after signing in, below the base URL. */
  next: string
}

export function renderSignInPage(content: SignInPage & { notice?: string | undefined }): Reply {
  const url = content.visit.links.base(
    `/login/osm/?${new URLSearchParams({ next: content.next }).toString()}`,
  )
  return renderShell(
    content,
    html`<h1>Sign in</h1>
      ${content.notice !== undefined && html`<p class="note" role="status">${content.notice}</p>`}
      <p>
        ${content.visit.siteName} uses OpenStreetMap accounts. We receive your account’s number and
        name, and nothing else.
      </p>
      <p><a class="button" href="${url}">Sign in with OpenStreetMap</a></p>
      <p class="soft">No account yet? You can create one on OpenStreetMap in the next step.</p>`,
  )
}

/** The sign-in page of a development server, which needs no password. */
export function renderDevSignInPage(
  content: SignInPage & { accounts: readonly DevAccount[] },
): Reply {
  return renderShell(
    content,
    html`<h1>Sign in</h1>
      <p>
        This catalog runs in development mode. Choose a user to sign in as; no password is needed.
      </p>
      ${content.accounts.length > 0 && renderAccounts(content)}
      <form method="post" action="${content.visit.links.base('/login/')}">
        ${content.accounts.length > 0 && html`<h2>Another user</h2>`} ${renderNextField(content)}
        <label
          >Username
          <input
            type="text"
            name="name"
            required
            maxlength="255"
            autocomplete="username"
            spellcheck="false"
        /></label>
        <p class="soft">A new name creates a new user.</p>
        <button>Sign in</button>
      </form>`,
  )
}

function renderAccounts(content: SignInPage & { accounts: readonly DevAccount[] }): Html {
  return html`<form method="post" action="${content.visit.links.base('/login/')}">
    <h2>Existing users</h2>
    ${renderNextField(content)}
    <ul class="choices">
      ${content.accounts.map(
        ({ id, username, isStaff }) =>
          html`<li>
            <button name="user" value="${id}" class="quiet">
              ${renderName(username)}${isStaff && html` <span class="soft">staff</span>`}
            </button>
          </li>`,
      )}
    </ul>
  </form>`
}

function renderNextField({ next }: SignInPage): Html {
  return html`<input type="hidden" name="next" value="${next}" />`
}

function renderShell({ visit }: SignInPage, main: Html): Reply {
  return renderPage(visit, {
    title: 'Sign in',
    width: 'narrow',
    hasAccountLink: false,
    headers: { 'Cache-Control': 'no-store' },
    // If the user has allowed the app before, the form redirects to the app.
    allowsFormRedirects: true,
    main,
  })
}
