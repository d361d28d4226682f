import { html, type Html } from '../../../core/base/html.ts'
import type { EventType } from '../../../core/model/event-types.ts'
import type { ShownEvent } from '../../presenters/shown-event.ts'
import { formatDay } from '../day.ts'
import type { Page } from '../layout.ts'
import { listUrl } from '../parts/list-url.ts'
import { renderTabs } from '../parts/tabs.ts'
import type { Visit } from '../visit.ts'
import { renderEvent } from './event.ts'

export interface ActivityContent {
  events: readonly ShownEvent[]
  /** The types that the page shows, as in the address; undefined for all. */
  types: string | undefined
  /** The upper bound of the timestamps, as in the address. */
  before: string | undefined
  hasMore: boolean
}

/** Event types that people ask for together. */
const KINDS = [
  ['placements', ['georeference_group']],
  ['comments', ['comment']],
  ['subjects', ['subject_introduction', 'subject_activity_group']],
  ['milestones', ['user_milestone', 'sitewide_milestone']],
  ['collections', ['collection_introduction']],
] as const satisfies readonly (readonly [string, readonly EventType[]])[]

/** The activity feed, with days as headings. */
export function createActivityPage(visit: Visit, content: ActivityContent): Page {
  const { activity } = visit.messages
  const { events, types, before } = content
  return {
    title: activity.title,
    hasPictures: true,
    canonicalUrl: listUrl(visit),
    preview: { description: activity.introduction },
    feed: { pagePath: '/activity/', title: activity.title },
    main: html`<h1>${activity.title}</h1>
      <p class="soft">${activity.introduction}</p>
      ${renderKinds(visit, types)}
      ${
        events.length === 0 &&
        html`<p class="note">${before === undefined ? activity.none : activity.noneBefore}</p>`
      }
      ${groupByDay(events).map((day) => renderDay(visit, day))} ${renderSteps(visit, content)}`,
  }
}

function renderKinds(visit: Visit, types: string | undefined): Html {
  const { activity } = visit.messages
  const from = (chosen: string | null) => listUrl(visit, { types: chosen, before: null })
  const kinds = KINDS.map(([name, members]) => {
    const value = members.join(',')
    return { text: activity[name], url: from(value), isCurrent: types === value }
  })
  const all = { text: activity.all, url: from(null), isCurrent: types === undefined }
  return renderTabs(activity.kinds, [all, ...kinds])
}

/** The events of each day in UTC, in their order. */
function groupByDay(events: readonly ShownEvent[]): ShownEvent[][] {
  const days = Map.groupBy(events, ({ event }) => dayOf(event.timestamp))
  return [...days.values()]
}

function dayOf(timestamp: string): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length)
}

function renderDay(visit: Visit, events: readonly ShownEvent[]): Html {
  const timestamp = events[0]?.event.timestamp ?? ''
  return html`<h2 class="day">
      <time datetime="${dayOf(timestamp)}">${formatDay(visit.language, timestamp, 'full')}</time>
    </h2>
    <ol class="events">
      ${events.map((shown) => renderEvent(visit, shown))}
    </ol>`
}

function renderSteps(visit: Visit, { events, before, hasMore }: ActivityContent): Html | null {
  const { activity, pager } = visit.messages
  const last = events.at(-1)?.event.timestamp
  if (before === undefined && !hasMore) return null
  return html`<nav class="pager" aria-label="${pager.pages}">
    <ul>
      ${
        before !== undefined &&
        html`<li><a href="${listUrl(visit, { before: null })}">‹ ${activity.newest}</a></li>`
      }
      ${
        hasMore &&
        last !== undefined &&
        html`<li>
          <a href="${listUrl(visit, { before: last })}" rel="next">${activity.earlier} ›</a>
        </li>`
      }
    </ul>
  </nav>`
}
