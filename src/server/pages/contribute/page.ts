import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { renderName } from '../display-name.ts'
import { renderPlacement } from '../editor/history.ts'
import type { Page } from '../layout.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderCommentDeletion, renderCommentForm } from './comments.ts'
import { renderReport } from './report.ts'
import { renderSection } from './section.ts'
import { renderSubjectEditor } from './subjects.ts'
import { renderVerdictForm } from './verdicts.ts'

/** What a user can add to an image: comments, subjects, checks of its places, and a report. */
export function createContributePage(
  visit: SignedInVisit,
  image: ImageDetail,
  done: string | undefined,
): Page {
  const { links, messages } = visit
  return {
    title: messages.contribute.title(image.title),
    width: 'narrow',
    isEnhanced: true,
    styleSheet: 'editor.css',
    hasPictures: true,
    main: html`<h1>
        <a href="${links.image(image.id)}" dir="auto">${image.title}</a>
      </h1>
      ${image.thumbnail !== null && html`<img src="${image.thumbnail}" alt="" class="thumbnail" />`}
      ${renderSubjectEditor(visit, image, done)} ${renderPlaces(visit, image, done)}
      ${renderComments(visit, image, done)} ${renderReport(visit, image, done)}`,
  }
}

function renderPlaces(visit: SignedInVisit, image: ImageDetail, done: string | undefined): Html {
  const { contribute } = visit.messages
  const editorPath = image.from_above
    ? `/polygonal-georeference/${image.id}/`
    : `/georeference/?image=${image.id}`
  const placements = [
    ...image.georeferences.map((made) => ({ made, field: 'georeference' as const })),
    ...image.from_above_georeferences.map((made) => ({
      made,
      field: 'from_above_georeference' as const,
    })),
  ]
  return renderSection(visit, {
    id: 'places',
    actions: ['checked'],
    done,
    content: html`<h2 id="places-title">${contribute.places}</h2>
      <ul class="entries">
        ${placements
          .toReversed()
          .map(
            ({ made, field }) =>
              html`<li>
                ${renderPlacement(visit, made)}
                ${renderVerdictForm(visit, image.id, { ...made, field })}
              </li>`,
          )}
      </ul>
      <p>
        <a href="${visit.links.base(editorPath)}"
          >${placements.length > 0 ? contribute.placeBetter : contribute.placeIt}</a
        >
      </p>`,
  })
}

function renderComments(visit: SignedInVisit, image: ImageDetail, done: string | undefined): Html {
  return renderSection(visit, {
    id: 'comments',
    actions: ['commented', 'deleted'],
    done,
    content: html`<h2 id="comments-title">${visit.messages.editor.comments}</h2>
      ${renderCommentForm(visit, image)}
      <ul class="entries">
        ${image.comments.map(
          (comment) =>
            html`<li>
              <span class="name">${renderName(comment.commented_by)}</span>:
              <span class="description" dir="auto">${comment.text}</span>
              ${renderCommentDeletion(visit, image.id, comment)}
            </li>`,
        )}
      </ul>`,
  })
}
