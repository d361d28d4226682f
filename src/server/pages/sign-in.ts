import type { DevAccount } from '../../core/auth/dev-accounts.ts'
import type { Reply } from '../http/reply.ts'
import { renderName } from './display-name.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { SignInNotice } from '../oauth/sign-in-path.ts'
import { renderPage } from './layout.ts'
import type { Visit } from './visit.ts'

export interface SignInPage {
  visit: Visit
  /** Path to return to after signing in, below the base URL. */
  next: string
}

export function renderSignInPage(
  content: SignInPage & { notice?: SignInNotice | undefined },
): Reply {
  const { siteName, messages } = content.visit
  const { signIn } = messages
  const url = content.visit.links.base(
    `/login/osm/?${new URLSearchParams({ next: content.next }).toString()}`,
  )
  return renderShell(
    content,
    html`<h1>${signIn.title}</h1>
      ${content.notice && html`<p class="note" role="status">${signIn[content.notice]}</p>`}
      <p>${signIn.accounts(siteName)}</p>
      <p><a class="button" href="${url}">${signIn.withOpenStreetMap}</a></p>
      <p class="soft">${signIn.noAccount}</p>`,
  )
}

/** The sign-in page of a development server, which needs no password. */
export function renderDevSignInPage(
  content: SignInPage & { accounts: readonly DevAccount[] },
): Reply {
  const { visit, accounts } = content
  const { signIn } = visit.messages
  return renderShell(
    content,
    html`<h1>${signIn.title}</h1>
      <p>${signIn.development}</p>
      ${accounts.length > 0 && renderAccounts(content)}
      <form method="post" action="${visit.links.base('/login/')}">
        ${accounts.length > 0 && html`<h2>${signIn.anotherUser}</h2>`} ${renderNextField(content)}
        <label
          >${signIn.username}
          <input
            type="text"
            name="name"
            required
            maxlength="255"
            autocomplete="username"
            spellcheck="false"
        /></label>
        <p class="soft">${signIn.newUser}</p>
        <button>${signIn.title}</button>
      </form>`,
  )
}

function renderAccounts(content: SignInPage & { accounts: readonly DevAccount[] }): Html {
  const { links, messages } = content.visit
  return html`<form method="post" action="${links.base('/login/')}">
    <h2>${messages.signIn.existingUsers}</h2>
    ${renderNextField(content)}
    <ul class="choices">
      ${content.accounts.map(
        ({ id, username, isStaff }) =>
          html`<li>
            <button name="user" value="${id}" class="quiet">
              ${renderName(username)}${isStaff && html` <span class="soft">${messages.signIn.staff}</span>`}
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
    title: visit.messages.signIn.title,
    width: 'narrow',
    hasAccountLink: false,
    headers: { 'Cache-Control': 'no-store' },
    // If the user has allowed the app before, the form redirects to the app.
    allowsFormRedirects: true,
    main,
  })
}
