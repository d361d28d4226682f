import type { Consent } from '../../core/auth/consent.ts'
import type { ListedSession, Session } from '../../core/auth/sessions.ts'
import type { Contributions } from '../../core/queries/contributions.ts'
import type { Reply } from '../reply.ts'
import { renderName } from './display-name.ts'
import { renderCounts } from './counts.ts'
import { renderCsrfField, CSRF_PAGE_HEADERS } from './csrf-field.ts'
import { renderDate } from './date.ts'
import { html, type Html } from '../../core/html.ts'
import { renderPage } from './layout.ts'
import { formatScopes } from './scopes.ts'
import type { Visit } from './visit.ts'

export interface AccountPage {
  session: Session
  /** Every browser in which the user is signed in, including this one. */
  sessions: readonly ListedSession[]
  contributions: Contributions
  consents: readonly Consent[]
  /** The name of the notice to show, from the page's query. */
  notice: string | null
  visit: Visit
}

const NOTICES: ReadonlyMap<string, string> = new Map([
  ['withdrawn', 'Access withdrawn. The app can no longer act on your behalf.'],
  ['ended', 'You have been signed out of the selected browsers.'],
])

/** Shows the user's account, contributions, apps and sessions, with forms to end access and sessions. */
export function renderAccountPage(account: AccountPage): Reply {
  const { consents, visit } = account
  const notice = NOTICES.get(account.notice ?? '')
  return renderPage(visit, {
    title: 'Your account',
    width: 'narrow',
    hasAccountLink: false,
    headers: CSRF_PAGE_HEADERS,
    main: html`<h1>Your account</h1>
      ${notice !== undefined && html`<p class="note" role="status">${notice}</p>`}
      ${renderIdentity(account)} ${renderContributions(account)}
      <h2>Apps with access to your account</h2>
      ${
        consents.length === 0 &&
        html`<p class="soft">No apps yet. Apps that you allow will appear here.</p>`
      }
      ${consents.map((consent) => renderApp(account, consent))} ${renderSessions(account)}
      ${renderSignOut(account)}`,
  })
}

function renderIdentity({ session }: AccountPage): Html {
  return html`<p>
    You are signed in as
    <strong class="name">${renderName(session.username)}</strong
    >${session.isStaff && html` <span class="badge">staff</span>`} <br /><span class="soft"
      >Account number ${session.userId}</span
    >
  </p>`
}

function renderContributions({ contributions, visit }: AccountPage): Html {
  return html`<h2>Your contributions</h2>
    ${renderCounts(visit.language, [
      ['Camera positions', contributions.points],
      ['Areas from above', contributions.areas],
      ['Validations', contributions.validations],
      ['Comments', contributions.comments],
    ])}`
}

function renderApp({ session, visit: { links } }: AccountPage, consent: Consent): Html {
  return html`<form method="post" action="${links.base('/account/withdraw/')}" class="card">
    <h3 class="name">${renderName(consent.name)}</h3>
    <p>This app can ${formatScopes(consent.scopes)}.</p>
    <p class="soft">
      Allowed on ${renderDate(consent.allowedAt)},
      ${consent.usedAt === null ? 'not used yet' : html`last used on ${renderDate(consent.usedAt)}`}.
    </p>
    ${renderCsrfField(session)}
    <button name="client_id" value="${consent.clientId}" class="quiet">
      Withdraw access<span class="unseen"> of ${renderName(consent.name)}</span>
    </button>
  </form>`
}

function renderSessions({ session, sessions, visit: { links } }: AccountPage): Html {
  const others = sessions.filter(({ id }) => id !== session.id)
  return html`<h2>Where you are signed in</h2>
    <form method="post" action="${links.base('/account/sessions/end/')}">
      ${renderCsrfField(session)}
      <ul class="rows">
        ${sessions.map((listed) => renderSession(listed, listed.id === session.id))}
      </ul>
      ${
        others.length > 1 &&
        html`<p class="buttons">
          <button name="session" value="others" class="quiet">
            Sign out of all other browsers
          </button>
        </p>`
      }
    </form>`
}

function renderSession({ id, browser, createdAt, usedAt }: ListedSession, isThis: boolean): Html {
  const since = renderDate(createdAt)
  return html`<li>
    <div>
      <strong>${browser}</strong>${isThis && html` <span class="badge">this browser</span>`}<br />
      <span class="soft">Signed in on ${since}, last used on ${renderDate(usedAt)}</span>
    </div>
    ${
      !isThis &&
      html`<button name="session" value="${id}" class="quiet">
        Sign out<span class="unseen"> of ${browser}, since ${since}</span>
      </button>`
    }
  </li>`
}

function renderSignOut({ session, sessions, visit: { links } }: AccountPage): Html {
  return html`<h2>Sign out</h2>
    <form method="post" action="${links.base('/logout/')}">
      ${renderCsrfField(session)}
      <p class="buttons">
        <button class="quiet">Sign out</button>
        ${
          sessions.length > 1 &&
          html`<button name="everywhere" value="yes" class="quiet">
            Sign out of all ${sessions.length} browsers
          </button>`
        }
      </p>
    </form>
    <p class="soft">Signing out does not affect apps. They keep the access that you gave them.</p>`
}
