import type { Consent } from '../../../core/auth/consent.ts'
import type { ListedSession } from '../../../core/auth/sessions.ts'
import type { Micros } from '../../../core/base/clock.ts'
import type { ImageNews } from '../../../core/queries/own/news.ts'
import type { Contributions } from '../../../core/queries/people/contributions.ts'
import { renderName } from '../display-name.ts'
import { renderCounts } from '../counts.ts'
import { renderCsrfField, renderFormFields } from '../csrf-field.ts'
import { renderDate } from '../date.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import { renderLanguageLinks } from '../parts/language-links.ts'
import { formatScopes } from '../scopes.ts'
import type { SignedInVisit, Visit } from '../visit.ts'

export interface AccountContent {
  /** Undefined unless staff suspended the user. */
  suspension: { reason: string | null } | undefined
  /** Every browser in which the user is signed in, including this one. */
  sessions: readonly ListedSession[]
  contributions: Contributions
  consents: readonly Consent[]
  /** Activity of others since the last visit on images to which the user contributed, latest first. */
  news: readonly ImageNews[]
  since: Micros
  /** The name of the notice to show, from the page's query. */
  notice: string | undefined
}

type Notice = 'withdrawn' | 'ended'

function isNotice(name: string | undefined): name is Notice {
  return name === 'withdrawn' || name === 'ended'
}

/** Shows the user's account, contributions, apps and sessions, with forms to end access and sessions. */
export function createAccountPage(visit: SignedInVisit, content: AccountContent): Page {
  const { consents, notice } = content
  const { account } = visit.messages
  return {
    title: account.title,
    width: 'narrow',
    hasAccountLink: false,
    isTranslated: false,
    main: html`<h1>${account.title}</h1>
      ${isNotice(notice) && html`<p class="note" role="status">${account[notice]}</p>`}
      ${renderIdentity(visit)} ${renderSuspension(visit, content)} ${renderNews(visit, content)}
      ${renderContributions(visit, content)}
      ${
        visit.session.isStaff &&
        html`<p><a href="${visit.links.base('/staff/')}">${visit.messages.staff.pages}</a></p>`
      }
      <h2>${account.language}</h2>
      ${renderLanguageLinks(visit)}
      <h2>${account.apps}</h2>
      ${consents.length === 0 && html`<p class="soft">${account.noApps}</p>`}
      ${consents.map((consent) => renderApp(visit, consent))} ${renderSessions(visit, content)}
      ${renderSignOut(visit, content)} ${renderData(visit)}`,
  }
}

function renderIdentity({ session, messages: { account } }: SignedInVisit): Html {
  const name = html`<strong class="name">${renderName(session.username)}</strong>`
  return html`<p>
    ${account.signedInAs(name)}${session.isStaff && html` <span class="badge">${account.staff}</span>`}
    <br /><span class="soft">${account.number(session.userId)}</span>
  </p>`
}

function renderSuspension({ messages }: Visit, { suspension }: AccountContent): Html | null {
  if (!suspension) return null
  const { reason } = suspension
  return html`<p class="note">
    ${messages.problems.suspended}${reason && html`<br /><q dir="auto">${reason}</q>`}
  </p>`
}

function renderContributions(visit: Visit, { contributions }: AccountContent): Html {
  const { account } = visit.messages
  return html`<h2>${account.contributions}</h2>
    ${renderCounts(visit.language, [
      [account.points, contributions.points],
      [account.areas, contributions.areas],
      [account.validations, contributions.validations],
      [account.comments, contributions.comments],
    ])}
    <p><a href="${visit.links.base('/account/work/')}">${account.workLink}</a></p>`
}

/** Maximum number of images in the list. */
const MAX_NEWS = 20

function renderNews(visit: Visit, { news, since }: AccountContent): Html {
  const { language, links, messages } = visit
  const { account } = messages
  const total = (kind: 'comments' | 'placements' | 'checks') =>
    news.reduce((sum, counted) => sum + counted[kind], 0)
  return html`<h2>${account.news(renderDate(language, since))}</h2>
    ${renderCounts(language, [
      [account.newComments, total('comments')],
      [account.newPlacements, total('placements')],
      [account.newChecks, total('checks')],
    ])}
    <ul>
      ${news.slice(0, MAX_NEWS).map(
        ({ id, title, comments }) =>
          html`<li>
            <a href="${links.image(id)}#${comments > 0 ? 'comments' : 'history'}" dir="auto"
              >${title}</a
            >
          </li>`,
      )}
    </ul>
    ${news.length > MAX_NEWS && html`<p class="soft">${account.moreNews(news.length - MAX_NEWS)}</p>`}`
}

function renderData({ links, messages: { account } }: Visit): Html {
  return html`<h2>${account.data}</h2>
    <p>
      <a href="${links.base('/account/export/')}" download>${account.download}</a><br />
      <span class="soft">${account.downloadHint}</span>
    </p>
    <p><a href="${links.base('/account/erase/')}">${account.erase}</a></p>`
}

function renderApp(visit: SignedInVisit, consent: Consent): Html {
  const { account } = visit.messages
  return html`<form method="post" action="${visit.links.base('/account/withdraw/')}" class="card">
    <h3 class="name">${renderName(consent.name)}</h3>
    <p>${account.appCan(formatScopes(visit, consent.scopes))}</p>
    <p class="soft">${describeUse(visit, consent)}</p>
    ${renderFormFields(visit.session)}
    <button name="client_id" value="${consent.clientId}" class="quiet">
      ${account.withdraw}<span class="unseen">${account.ofApp(renderName(consent.name))}</span>
    </button>
  </form>`
}

function describeUse({ language, messages: { account } }: Visit, consent: Consent): Html {
  const allowed = renderDate(language, consent.allowedAt)
  if (consent.usedAt === null) return account.allowedNotUsed(allowed)
  return account.allowedAndUsed(allowed, renderDate(language, consent.usedAt))
}

function renderSessions(visit: SignedInVisit, { sessions }: AccountContent): Html {
  const { session } = visit
  const { account } = visit.messages
  const others = sessions.filter(({ id }) => id !== session.id)
  return html`<h2>${account.sessions}</h2>
    <form method="post" action="${visit.links.base('/account/sessions/end/')}">
      ${renderFormFields(visit.session)}
      <ul class="rows">
        ${sessions.map((listed) => renderSession(visit, listed, listed.id === session.id))}
      </ul>
      ${
        others.length > 1 &&
        html`<p class="buttons">
          <button name="session" value="others" class="quiet">${account.signOutOthers}</button>
        </p>`
      }
    </form>`
}

function renderSession(visit: Visit, listed: ListedSession, isThis: boolean): Html {
  const { account } = visit.messages
  const { id, browser } = listed
  const since = renderDate(visit.language, listed.createdAt)
  return html`<li>
    <div>
      <strong>${browser}</strong
      >${isThis && html` <span class="badge">${account.thisBrowser}</span>`}<br />
      <span class="soft"
        >${account.signedInOn(since, renderDate(visit.language, listed.usedAt))}</span
      >
    </div>
    ${
      !isThis &&
      html`<button name="session" value="${id}" class="quiet">
        ${account.signOut}<span class="unseen">${account.ofBrowser(browser, since)}</span>
      </button>`
    }
  </li>`
}

function renderSignOut(visit: SignedInVisit, { sessions }: AccountContent): Html {
  const { account } = visit.messages
  return html`<h2>${account.signOut}</h2>
    <form method="post" action="${visit.links.base('/logout/')}">
      ${renderCsrfField(visit.session)}
      <p class="buttons">
        <button class="quiet">${account.signOut}</button>
        ${
          sessions.length > 1 &&
          html`<button name="everywhere" value="yes" class="quiet">
            ${account.signOutAll(sessions.length)}
          </button>`
        }
      </p>
    </form>
    <p class="soft">${account.appsStay}</p>`
}
