import { html } from '../../../core/base/html.ts'
import { renderCounts } from '../counts.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderDraftField, renderDraftMessage } from '../parts/drafts.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { imageFormPath } from './image-form.ts'

export interface DeleteImageContent {
  id: number
  title: string
  thumbnail: string | null
  /** Number of records that are deleted with the image, by kind. */
  parts: { georeferences: number; validations: number; comments: number; subjects: number }
  draft: Draft
}

/** Says what deleting an image takes away, and asks for its number as a confirmation. */
export function createDeleteImagePage(visit: SignedInVisit, content: DeleteImageContent): Page {
  const { links, language, messages, session } = visit
  const { imageForm: texts } = messages
  const { id, title, thumbnail, parts, draft } = content
  const above = { url: links.base(imageFormPath(id)), name: texts.title(id) }
  return {
    title: texts.deleteTitle(id),
    width: 'narrow',
    hasPictures: true,
    main: html`${renderStaffBreadcrumbs(visit, [above])}
      <h1>${texts.deleteTitle(id)}</h1>
      ${thumbnail !== null && html`<p><img src="${thumbnail}" alt="" class="thumbnail" /></p>`}
      <p dir="auto"><strong>${title}</strong></p>
      ${renderDraftMessage(draft)}
      <p>${texts.deleteAsk}</p>
      ${renderCounts(language, [
        [texts.parts.georeferences, parts.georeferences],
        [texts.parts.validations, parts.validations],
        [texts.parts.comments, parts.comments],
        [texts.parts.subjects, parts.subjects],
      ])}
      <form method="post" action="${links.base(`${imageFormPath(id)}delete/`)}">
        ${renderFormFields(session)}
        ${renderDraftField(draft, { name: 'number', label: texts.deleteNumber(id) })}
        <p class="buttons">
          <button>${texts.deleteButton}</button>
          <a href="${links.base(imageFormPath(id))}" class="button quiet">${texts.cancel}</a>
        </p>
      </form>`,
  }
}
