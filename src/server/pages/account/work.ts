import { html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderWorks, type WorksContent } from '../parts/works.ts'
import type { SignedInVisit } from '../visit.ts'

export const OWN_KINDS = ['points', 'areas', 'validations', 'comments', 'tags'] as const

/** Lists what the user contributed, one kind at a time. */
export function createWorkPage(
  visit: SignedInVisit,
  content: Omit<WorksContent, 'kinds' | 'renderActions'>,
): Page {
  const { links, messages } = visit
  const { account } = messages
  return {
    title: account.work,
    hasPictures: true,
    main: html`${renderBreadcrumbs(visit, [{ url: links.base('/account/'), name: account.back }])}
      <h1>${account.work}</h1>
      ${renderWorks(visit, { ...content, kinds: OWN_KINDS })}`,
  }
}
