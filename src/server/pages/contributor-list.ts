import type { User } from '../../core/contract/user.ts'
import { html } from '../../core/base/html.ts'
import { renderName } from './display-name.ts'
import type { Page } from './layout.ts'
import { listUrl, pageUrl } from './parts/list-url.ts'
import { renderPager, type Paging } from './parts/pager.ts'
import { renderTabs } from './parts/tabs.ts'
import type { Visit } from './visit.ts'

export interface ContributorListContent {
  paging: Paging
  users: readonly User[]
  /** Whether those with the most placements are first. */
  isByCount: boolean
}

/** The people who placed images, with their number of placements. */
export function createContributorListPage(visit: Visit, content: ContributorListContent): Page {
  const { paging, users, isByCount } = content
  const { links, messages } = visit
  const { contributors } = messages
  return {
    title: contributors.title,
    canonicalUrl: pageUrl(visit, paging.page.number),
    preview: { description: contributors.introduction },
    main: html`<h1>${contributors.title}</h1>
      <p class="lead">${contributors.introduction}</p>
      ${
        users.length === 0
          ? html`<p class="note">${contributors.noneYet}</p>`
          : renderTabs(contributors.order, [
              {
                text: contributors.byCount,
                url: listUrl(visit, { ordering: null }),
                isCurrent: isByCount,
              },
              {
                text: contributors.byName,
                url: listUrl(visit, { ordering: 'username' }),
                isCurrent: !isByCount,
              },
            ])
      }
      <ul class="people">
        ${users.map(
          ({ id, username, point_georeferences: points, from_above_georeferences: areas }) =>
            html`<li>
              <a href="${links.base(`/contributors/${id}/`)}" class="name"
                >${renderName(username)}</a
              >
              <span class="soft">${contributors.placements(points + areas)}</span>
            </li>`,
        )}
      </ul>
      ${renderPager(visit, paging)}`,
  }
}
