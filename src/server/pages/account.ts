import type { Consent } from '../../core/auth/consent.ts'
import type { ListedSession, Session } from '../../core/auth/sessions.ts'
import type { Contributions } from '../../core/queries/contributions.ts'
import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { chosenName } from './display-name.ts'
import { counts } from './counts.ts'
import { csrfField, WITH_PROOF } from './csrf-field.ts'
import { day } from './date.ts'
import { html, type Html } from '../../core/html.ts'
import { page } from './layout.ts'
import { scopePhrase } from './scopes.ts'

export interface AccountPage {
  session: Session
  /** Every browser in which the user is signed in, including this one. */
  sessions: readonly ListedSession[]
  contributions: Contributions
  consents: readonly Consent[]
  /** The action that led here, from the page's query. */
  done: string | null
  siteName: string
  links: Links
}

const DONE: ReadonlyMap<string, string> = new Map([
  ['withdrawn', 'Access withdrawn. The app can no longer act on your behalf.'],
  ['ended', 'You have been signed out of the selected browsers.'],
])

/** The user's account, contributions, apps and sessions; apps and sessions can be ended here. */
export function accountPage(account: AccountPage): Reply {
  const { consents, siteName, links } = account
  const done = DONE.get(account.done ?? '')
  return page({
    title: 'Your account',
    siteName,
    home: links.base('/'),
    narrow: true,
    headers: WITH_PROOF,
    main: html`<h1>Your account</h1>
      ${done !== undefined && html`<p class="note" role="status">${done}</p>`} ${identity(account)}
      ${contributions(account)}
      <h2>Apps with access to your account</h2>
      ${
        consents.length === 0 &&
        html`<p class="soft">No apps yet. Apps that you allow will appear here.</p>`
      }
      ${consents.map((consent) => appCard(account, consent))} ${browsers(account)}
      ${leaving(account)}`,
  })
}

function identity({ session }: AccountPage): Html {
  return html`<p>
    You are signed in as
    <strong class="name">${chosenName(session.username)}</strong
    >${session.isStaff && html` <span class="badge">staff</span>`} <br /><span class="soft"
      >Account number ${session.userId}</span
    >
  </p>`
}

function contributions({ contributions: made }: AccountPage): Html {
  return html`<h2>Your contributions</h2>
    ${counts([
      ['Camera positions', made.points],
      ['Areas from above', made.areas],
      ['Validations', made.validations],
      ['Comments', made.comments],
    ])}`
}

function appCard({ session, links }: AccountPage, consent: Consent): Html {
  return html`<form method="post" action="${links.base('/account/withdraw/')}" class="card">
    <h3 class="name">${chosenName(consent.name)}</h3>
    <p>This app can ${scopePhrase(consent.scopes)}.</p>
    <p class="soft">
      Allowed on ${day(consent.allowedAt)},
      ${consent.usedAt === null ? 'not used yet' : html`last used on ${day(consent.usedAt)}`}.
    </p>
    ${csrfField(session)}
    <button name="client_id" value="${consent.clientId}" class="quiet">
      Withdraw access<span class="unseen"> of ${chosenName(consent.name)}</span>
    </button>
  </form>`
}

function browsers({ session, sessions, links }: AccountPage): Html {
  const others = sessions.filter(({ id }) => id !== session.id)
  return html`<h2>Where you are signed in</h2>
    <form method="post" action="${links.base('/account/sessions/end/')}">
      ${csrfField(session)}
      <ul class="rows">
        ${sessions.map((one) => browserRow(one, one.id === session.id))}
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

function browserRow({ id, browser, createdAt, usedAt }: ListedSession, isThis: boolean): Html {
  return html`<li>
    <div>
      <strong>${browser}</strong>${isThis && html` <span class="badge">this browser</span>`}<br />
      <span class="soft">Signed in on ${day(createdAt)}, last used on ${day(usedAt)}</span>
    </div>
    ${
      !isThis &&
      html`<button name="session" value="${id}" class="quiet">
        Sign out<span class="unseen"> of ${browser}, since ${day(createdAt)}</span>
      </button>`
    }
  </li>`
}

function leaving({ session, sessions, links }: AccountPage): Html {
  return html`<h2>Sign out</h2>
    <form method="post" action="${links.base('/logout/')}">
      ${csrfField(session)}
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
