import { html, type Html } from '../../../core/base/html.ts'
import type { ShownSubject } from '../../presenters/subject-page.ts'
import type { Page } from '../layout.ts'
import { renderCards } from '../parts/cards.ts'
import { listUrl, pageUrl } from '../parts/list-url.ts'
import { renderPager, type Paging } from '../parts/pager.ts'
import { renderTabs } from '../parts/tabs.ts'
import type { Visit } from '../visit.ts'

export interface SubjectListContent {
  paging: Paging
  subjects: readonly (ShownSubject & { cover: string | null })[]
  /** Whether the subjects with the most images come first. */
  isByCount: boolean
}

export function createSubjectListPage(visit: Visit, content: SubjectListContent): Page {
  const { paging, subjects } = content
  const { messages } = visit
  const { subjects: texts } = messages
  return {
    title: texts.title,
    hasPictures: true,
    canonicalUrl: pageUrl(visit, paging.page.number),
    preview: { description: texts.introduction },
    main: html`<h1>${texts.title}</h1>
      <p>${texts.introduction}</p>
      ${
        subjects.length > 0
          ? html`${renderOrder(visit, content)} ${renderSubjectCards(visit, subjects)}`
          : html`<p class="note">${texts.none}</p>`
      }
      ${renderPager(visit, paging)}`,
  }
}

function renderOrder(visit: Visit, { isByCount }: SubjectListContent): Html {
  const { subjects } = visit.messages
  return renderTabs(subjects.order, [
    { text: subjects.byTitle, url: listUrl(visit, { ordering: null }), isCurrent: !isByCount },
    {
      text: subjects.byCount,
      url: listUrl(visit, { ordering: '-image_count' }),
      isCurrent: isByCount,
    },
  ])
}

function renderSubjectCards(
  { links, messages }: Visit,
  subjects: SubjectListContent['subjects'],
): Html {
  return renderCards(
    subjects.map(({ title, slug, description, imageCount, cover }) => ({
      url: links.base(`/subjects/${slug}/`),
      name: title,
      cover,
      line: [messages.lists.images(imageCount)],
      description,
    })),
    true,
  )
}
