import { html, type Html } from '../../../core/base/html.ts'
import { INSTALL_BASEMAP } from '../../basemap/find-basemap.ts'
import { MAX_COUNTED, type StaffOverview } from '../../../core/queries/site/staff-overview.ts'
import type { Page } from '../layout.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { LICENSES_PATH } from './licenses.ts'
import { SETTINGS_PATH } from './settings.ts'
import { SOURCES_PATH } from './sources.ts'
import { STAFF_SUBJECTS_PATH } from './subjects.ts'

interface Task {
  text: string
  count: number
  /** The page below the base URL where staff do it. */
  path: string
}

interface StaffPageContent {
  overview: StaffOverview
  /** Whether an image was just deleted. */
  isDeleted: boolean
  /** Whether maps show no streets and coasts close up. */
  isBasemapMissing: boolean
}

/** Shows what waits for staff, and leads to their pages. */
export function createStaffPage(
  visit: SignedInVisit,
  { overview, isDeleted, isBasemapMissing }: StaffPageContent,
): Page {
  const { staff, imageForm } = visit.messages
  const waiting = listTasks(visit, overview).filter(({ count }) => count > 0)
  return {
    title: staff.title,
    width: 'narrow',
    main: html`<h1>${staff.title}</h1>
      ${isDeleted && html`<p class="note" role="status">${imageForm.deleted}</p>`}
      <h2>${staff.attention}</h2>
      ${
        isBasemapMissing
          ? html`<p class="note">${staff.basemapMissing(html`<code>${INSTALL_BASEMAP}</code>`)}</p>`
          : waiting.length === 0 && html`<p class="note">${staff.nothingWaits}</p>`
      }
      <ul class="rows">
        ${waiting.map((task) => renderTask(visit, task))}
      </ul>
      <h2>${staff.pages}</h2>
      <ul class="rows">
        ${listPages(visit).map(([path, name]) => html`<li><a href="${visit.links.base(path)}">${name}</a></li>`)}
      </ul>`,
  }
}

function listTasks(
  { messages: { staff } }: Visit,
  { flags, failedJobs, damagedImages, pendingUploads }: StaffOverview,
): Task[] {
  return [
    { text: staff.openFlags, count: flags, path: '/staff/flags/' },
    { text: staff.failedJobs, count: failedJobs, path: '/staff/jobs/' },
    { text: staff.damagedImages, count: damagedImages, path: '/staff/damaged/' },
    { text: staff.pendingUploads, count: pendingUploads, path: '/staff/imports/' },
  ]
}

function listPages({ messages }: Visit): [path: string, name: string][] {
  const { staff, people, history, jobs, imports, sourceForms, settings } = messages
  const { subjects, licenseForms } = messages
  return [
    ['/staff/flags/', staff.flags],
    ['/staff/people/', people.title],
    ['/staff/history/', history.title],
    ['/staff/imports/', imports.title],
    ['/staff/jobs/', jobs.title],
    ['/staff/damaged/', staff.damagedImages],
    [SOURCES_PATH, sourceForms.title],
    [STAFF_SUBJECTS_PATH, subjects.title],
    [LICENSES_PATH, licenseForms.title],
    [SETTINGS_PATH, settings.title],
  ]
}

function renderTask({ links, language }: Visit, { text, count, path }: Task): Html {
  return html`<li>
    <a href="${links.base(path)}">${text}</a>
    <strong>${formatCount(language, count)}</strong>
  </li>`
}

/** `1,000+` if there are more than were counted. */
function formatCount(language: Visit['language'], count: number): string {
  const counted = Math.min(count, MAX_COUNTED).toLocaleString(language)
  return count > MAX_COUNTED ? `${counted}+` : counted
}
