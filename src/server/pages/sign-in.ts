import type { DevAccount } from '../../core/auth/dev-accounts.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { chosenName } from './chosen-name.ts'
import { html, type Html } from '../../core/html.ts'
import { page } from './layout.ts'

export interface SignInPage {
  links: Links
  siteName: string
  /** Where to go on afterwards, below the base URL. */
  next: string
}

/** Sends the user to OpenStreetMap. */
export function signInPage(content: SignInPage & { notice?: string | undefined }): Reply {
  const address = content.links.base(
    `/login/osm/?${new URLSearchParams({ next: content.next }).toString()}`,
  )
  return shell(
    content,
    html`<h1>Sign in</h1>
      ${content.notice !== undefined && html`<p class="note" role="status">${content.notice}</p>`}
      <p>
        Contributors to ${content.siteName} are known by their OpenStreetMap accounts. The site
        learns the number and the name of yours, and nothing else.
      </p>
      <p><a class="button" href="${address}">Sign in with OpenStreetMap</a></p>
      <p class="soft">No account yet? OpenStreetMap lets you make one on the way.</p>`,
  )
}

/** Signs in as anybody, without a password: for a catalog under development. */
export function devSignInPage(content: SignInPage & { accounts: readonly DevAccount[] }): Reply {
  return shell(
    content,
    html`<h1>Sign in</h1>
      <p>
        This catalog runs in development mode: choose who you want to be. There are no passwords.
      </p>
      ${content.accounts.length > 0 && knownAccounts(content)}
      <form method="post" action="${content.links.base('/login/')}">
        ${content.accounts.length > 0 && html`<h2>Somebody else</h2>`} ${nextField(content)}
        <label
          >User name
          <input
            type="text"
            name="name"
            required
            maxlength="255"
            autocomplete="username"
            spellcheck="false"
        /></label>
        <p class="soft">A name that is not there yet becomes a new user.</p>
        <button>Sign in</button>
      </form>`,
  )
}

function knownAccounts(content: SignInPage & { accounts: readonly DevAccount[] }): Html {
  return html`<form method="post" action="${content.links.base('/login/')}">
    <h2>Known users</h2>
    ${nextField(content)}
    <ul class="choices">
      ${content.accounts.map(
        ({ id, username, isStaff }) =>
          html`<li>
            <button name="user" value="${id}" class="quiet">
              ${chosenName(username)}${isStaff && html` <span class="soft">staff</span>`}
            </button>
          </li>`,
      )}
    </ul>
  </form>`
}

function nextField({ next }: SignInPage): Html {
  return html`<input type="hidden" name="next" value="${next}" />`
}

function shell({ links, siteName }: SignInPage, main: Html): Reply {
  return page({
    title: 'Sign in',
    siteName,
    home: links.base('/'),
    narrow: true,
    // With a remembered consent, signing in ends at the address of the app that asked for it.
    formsLeadAnywhere: true,
    headers: { 'Cache-Control': 'no-store' },
    main,
  })
}
