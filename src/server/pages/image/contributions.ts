import { html, type Html } from '../../../core/base/html.ts'
import type { ShownComment, ShownPlacement } from '../../presenters/history.ts'
import { CSRF_PAGE_HEADERS } from '../csrf-field.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderCursorSteps, type Steps } from '../parts/cursor-steps.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { listUrl } from '../parts/list-url.ts'
import { isSignedIn, type Visit } from '../visit.ts'
import { renderCommentList } from './comments.ts'
import { renderPlacements } from './placement.ts'

interface ContributionList extends Steps {
  image: { id: number; title: string; isPublic: boolean }
}

/** Lists all comments on an image, newest first, for images with more than their page shows. */
export function createCommentsPage(
  visit: Visit,
  content: ContributionList & { comments: readonly ShownComment[] },
): Page {
  const { image, comments } = content
  return createListPage(visit, content, {
    heading: visit.messages.image.comments,
    path: 'comments/',
    list: renderCommentList(visit, { label: 'list', comments, image: image.id }),
  })
}

/** Lists all placements of an image of one kind, oldest first, for images with more than their page shows. */
export function createPlacementsPage(
  visit: Visit,
  content: ContributionList & { placements: readonly ShownPlacement[] },
): Page {
  const { placements } = content
  return createListPage(visit, content, {
    heading: visit.messages.image.placements,
    path: 'placements/',
    list: renderPlacements(visit, { label: 'list', placements }, () => false),
  })
}

function createListPage(
  visit: Visit,
  { image, isFirst, next }: ContributionList,
  { heading, path, list }: { heading: string; path: string; list: Html },
): Page {
  const { links, messages } = visit
  const url = links.image(image.id)
  return {
    title: `${heading}: ${image.title}`,
    isPublic: image.isPublic,
    canonicalUrl: `${url}${path}`,
    ...(isSignedIn(visit) && { headers: CSRF_PAGE_HEADERS }),
    main: html`${renderBreadcrumbs(visit, [{ url, name: image.title }])}
      <h1 id="list">${heading}${renderHiddenBadge(visit, image.isPublic)}</h1>
      ${list}
      ${renderCursorSteps(
        visit,
        { isFirst, next },
        {
          first: messages.staff.firstPage,
          next: messages.pager.next,
          urlFrom: (after) => listUrl(visit, { after }),
        },
      )}`,
  }
}
