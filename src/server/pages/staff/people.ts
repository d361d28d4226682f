import type { Micros } from '../../../core/base/clock.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { MAX_NAME_SEARCH } from '../../../core/base/limits.ts'
import { renderDate } from '../date.ts'
import { renderName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import { listUrl } from '../parts/list-url.ts'
import { renderTabs } from '../parts/tabs.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

interface ListedPerson {
  id: number
  username: string
  isStaff: boolean
  /** Null if the user is not suspended. */
  suspendedAt: Micros | null
  /** When the user signed in first or, in the list of suspended ones, was suspended. */
  at: Micros
  placements: number
}

export interface PeopleContent extends Steps {
  people: readonly ListedPerson[]
  /** The beginning of a name that is searched; empty for the other lists. */
  name: string
  isSuspendedOnly: boolean
}

/** Lists users: the newest, the suspended ones, or those with a name. */
export function createPeoplePage(visit: SignedInVisit, content: PeopleContent): Page {
  const { links, messages } = visit
  const { people } = messages
  const { name } = content
  return {
    title: people.title,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${people.title}</h1>
      <form action="${links.base('/staff/people/')}" role="search" class="search">
        <label for="name" class="unseen">${people.name}</label>
        <input
          type="search"
          id="name"
          name="name"
          value="${name}"
          placeholder="${people.name}"
          maxlength="${MAX_NAME_SEARCH}"
        />
        <button>${people.find}</button>
      </form>
      ${renderLists(visit, content)}
      ${content.people.length === 0 && html`<p class="note">${people.none}</p>`}
      <ul class="rows">
        ${content.people.map((person) => renderPerson(visit, person))}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderLists(visit: Visit, { name, isSuspendedOnly }: PeopleContent): Html {
  const { people } = visit.messages
  const others = { name: null, after: null }
  return renderTabs(people.lists, [
    {
      text: people.newest,
      url: listUrl(visit, { ...others, suspended: null }),
      isCurrent: name === '' && !isSuspendedOnly,
    },
    {
      text: people.suspended,
      url: listUrl(visit, { ...others, suspended: 'yes' }),
      isCurrent: name === '' && isSuspendedOnly,
    },
  ])
}

function renderPerson(visit: Visit, person: ListedPerson): Html {
  const { links, language, messages } = visit
  const { account, contributors, people } = messages
  const { id, username, isStaff, suspendedAt, at, placements } = person
  return html`<li>
    <div>
      <a href="${links.base(`/staff/people/${id}/`)}" class="name">${renderName(username)}</a
      >${isStaff && html` <span class="badge">${account.staff}</span>`}${
        suspendedAt !== null && html` <span class="badge">${people.suspended}</span>`
      }<br />
      <span class="soft">${renderDate(language, at)}, ${contributors.placements(placements)}</span>
    </div>
  </li>`
}
