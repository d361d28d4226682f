import { html, type Html } from '../../../core/base/html.ts'
import type { RecentImport } from '../../../core/queries/imports/recent-imports.ts'
import { formatDay } from '../day.ts'
import { renderContributorName } from '../display-name.ts'
import type { Page } from '../layout.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { collectionFormPath } from './collection-form.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

type ShownImport = Omit<RecentImport, 'from' | 'to'> & {
  /** ISO 8601. */
  from: string
  to: string
}

export interface ImportsContent extends Steps {
  /** Newest first. */
  imports: readonly ShownImport[]
}

/** Lists what was uploaded lately, by user, collection and day. */
export function createImportsPage(visit: SignedInVisit, content: ImportsContent): Page {
  const { imports: texts } = visit.messages
  const { imports, isFirst } = content
  return {
    title: texts.title,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title}</h1>
      <p>${texts.introduction}</p>
      ${imports.length === 0 && html`<p class="note">${isFirst ? texts.none : texts.noMore}</p>`}
      <ul class="rows">
        ${imports.map((row) => renderImport(visit, row))}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderImport(visit: Visit, row: ShownImport): Html {
  const { language, links, messages } = visit
  const { imports } = messages
  const { collectionId, collection, committed, pending, abandoned, failedImages } = row
  return html`<li>
    <div>
      <a href="${links.base(collectionFormPath(collectionId))}" dir="auto">${collection}</a><br />
      <span class="soft"
        >${renderContributorName(visit, row.username)} ·
        <time datetime="${row.to}">${formatDay(language, row.to, 'medium')}</time></span
      >
    </div>
    <div>
      ${imports.committed(committed)}${pending > 0 && html` · ${imports.pending(pending)}`}${
        abandoned > 0 && html` · ${imports.abandoned(abandoned)}`
      }${
        failedImages > 0 &&
        html` ·
          <a href="${links.base('/staff/jobs/')}" class="error">${imports.failed(failedImages)}</a>`
      }
    </div>
  </li>`
}
