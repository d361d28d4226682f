import { html, type Html } from '../../../core/base/html.ts'
import { LISTED_STATES, type ListedState } from '../../../core/model/job-states.ts'
import type { Messages } from '../../messages/messages.ts'
import { renderFormFields } from '../csrf-field.ts'
import { formatDay } from '../day.ts'
import type { Page } from '../layout.ts'
import { renderImageLink } from '../parts/image-link.ts'
import { listUrl } from '../parts/list-url.ts'
import { renderTabs } from '../parts/tabs.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { imageFormPath } from './image-form.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

interface ShownJob {
  id: number
  kind: string
  attempts: number
  /** The message of the last failure. */
  error: string | null
  /** ISO 8601; null if it has not ended. */
  endedAt: string | null
  /** ISO 8601. */
  runAt: string
  /** Whether it waits until the host can run it. */
  isWaiting: boolean
  /** Null if the image was deleted. */
  image: { id: number; title: string; thumbnail: string | null } | null
}

/** Kinds of jobs that are not about one image. */
const WITHOUT_IMAGE: ReadonlySet<string> = new Set(['withdraw', 'milestones', 'changes'])

export interface JobsContent extends Steps {
  state: ListedState
  jobs: readonly ShownJob[]
  /** Number of failed jobs, by kind. */
  kinds: readonly { kind: string; count: number }[]
  isPaused: boolean
  /** The name of the notice to show, from the address. */
  notice: string | undefined
  /** Number of jobs that the notice is about. */
  count: number | undefined
}

/** The address of the page below the base URL. */
export function jobsPath(query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '/staff/jobs/' : `/staff/jobs/?${text}`
}

/** Lists jobs of one state, with buttons that run them again. */
export function createJobsPage(visit: SignedInVisit, content: JobsContent): Page {
  const { jobs: texts } = visit.messages
  const { jobs, state, isFirst } = content
  return {
    title: texts.title,
    hasPictures: true,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title}</h1>
      <p>${texts.introduction}</p>
      ${renderNotice(texts, content)} ${renderPause(visit, content)} ${renderStates(visit, state)}
      ${renderKinds(visit, content)}
      ${jobs.length === 0 && html`<p class="note">${isFirst ? texts.none[state] : texts.noMore}</p>`}
      <ul class="works">
        ${jobs.map((job) => renderJob(visit, job, state))}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderNotice(texts: Messages['jobs'], { notice, count }: JobsContent): Html | null {
  const said =
    notice === 'queued'
      ? texts.queued(count ?? 0)
      : notice === 'paused' || notice === 'resumed'
        ? texts[notice]
        : null
  return said === null ? null : html`<p class="note" role="status">${said}</p>`
}

function renderPause({ links, session, messages: { jobs } }: SignedInVisit, content: JobsContent) {
  const { isPaused, notice } = content
  return html`<form method="post" action="${links.base('/staff/jobs/pause/')}">
    ${renderFormFields(session)}
    ${isPaused && notice !== 'paused' && html`<p class="note">${jobs.isPaused}</p>`}
    <button name="pause" value="${isPaused ? 'no' : 'yes'}" class="quiet">
      ${isPaused ? jobs.resume : jobs.pause}
    </button>
  </form>`
}

function renderStates(visit: Visit, current: ListedState): Html {
  const { jobs } = visit.messages
  return renderTabs(
    jobs.byState,
    LISTED_STATES.map((state) => ({
      text: jobs.states[state],
      url: listUrl(visit, {
        state: state === 'failed' ? null : state,
        after: null,
        done: null,
        count: null,
      }),
      isCurrent: state === current,
    })),
  )
}

/** Buttons that run all failed jobs of a kind again. */
function renderKinds(visit: SignedInVisit, { kinds, isFirst }: JobsContent): Html | null {
  const { links, session, messages } = visit
  if (kinds.length === 0 || !isFirst) return null
  return html`<form method="post" action="${links.base('/staff/jobs/retry/')}">
    ${renderFormFields(session)}
    <p class="buttons">
      ${kinds.map(
        ({ kind, count }) =>
          html`<button name="kind" value="${kind}" class="quiet">
            ${messages.jobs.retryAll(nameKind(visit, kind), count)}
          </button>`,
      )}
    </p>
  </form>`
}

function nameKind({ messages: { jobs } }: Visit, kind: string): string {
  return Object.hasOwn(jobs.kinds, kind) ? jobs.kinds[kind as keyof typeof jobs.kinds] : kind
}

function renderJob(visit: SignedInVisit, job: ShownJob, state: ListedState): Html {
  const { links, messages } = visit
  const { image, error } = job
  return html`<li>
    ${
      image === null
        ? html`<span class="nothing"></span>`
        : renderImageLink(links.base(imageFormPath(image.id)), image)
    }
    <div>
      <p><strong>${nameKind(visit, job.kind)}</strong></p>
      ${error !== null && html`<blockquote lang="en" dir="auto">${error}</blockquote>`}
      <p class="soft">${describe(visit, job, state)}</p>
      ${state !== 'running' && renderRetry(visit, job, state)}
      ${image === null && !WITHOUT_IMAGE.has(job.kind) && html`<p class="soft">${messages.jobs.noImage}</p>`}
    </div>
  </li>`
}

function describe(visit: Visit, job: ShownJob, state: ListedState): Html {
  const { language, messages } = visit
  const { jobs } = messages
  const attempts = jobs.attempts(job.attempts)
  if (state === 'running') return html`${attempts}`
  const time = state === 'failed' ? (job.endedAt ?? job.runAt) : job.runAt
  const day = html`<time datetime="${time}">${formatDay(language, time, 'medium')}</time>`
  const said = state === 'failed' ? jobs.failedOn(day) : jobs.due(day)
  return html`${said} · ${attempts}${job.isWaiting && html` · ${jobs.isWaiting}`}`
}

function renderRetry(
  { links, session, messages }: SignedInVisit,
  { id, image }: ShownJob,
  state: ListedState,
): Html {
  const { jobs } = messages
  return html`<form method="post" action="${links.base('/staff/jobs/retry/')}">
    ${renderFormFields(session)}<input type="hidden" name="state" value="${state}" />
    <button name="job" value="${id}" class="quiet">
      ${state === 'failed' ? jobs.retry : jobs.runNow}<span class="unseen"
        >: ${image?.title ?? id}</span
      >
    </button>
  </form>`
}
