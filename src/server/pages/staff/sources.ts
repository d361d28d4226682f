import { html } from '../../../core/base/html.ts'
import type { HostCollection, HostSource } from '../../../core/queries/sources/host-collections.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { collectionFormPath } from './collection-form.ts'
import { renderRecordForm } from './record-form.ts'
import { renderDone, renderRow, renderVisibility, sourceFields } from './source-parts.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

/** The address of the list below the base URL. */
export const SOURCES_PATH = '/staff/sources/'

/** The address of the page of a source below the base URL. */
export function sourceFormPath(id: number): string {
  return `${SOURCES_PATH}${id}/`
}

export interface SourceListContent extends Steps {
  sources: readonly HostSource[]
  /** The form of a new source. */
  draft: Draft
}

/** Lists all sources, hidden ones too, with the form of a new one. */
export function createStaffSourcesPage(visit: SignedInVisit, content: SourceListContent): Page {
  const { links, messages } = visit
  const { sourceForms: texts, lists } = messages
  const { sources, draft } = content
  return {
    title: texts.title,
    width: 'narrow',
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title}</h1>
      <p>${texts.introduction}</p>
      <ul class="rows">
        ${sources.map(({ id, name, public: isPublic, collections, images }) =>
          renderRow(visit, {
            url: links.base(sourceFormPath(id)),
            name,
            isPublic: isPublic === 1,
            size: `${lists.collections(collections)}, ${lists.images(images)}`,
          }),
        )}
      </ul>
      ${renderStaffSteps(visit, content)}
      <h2>${texts.newSource}</h2>
      ${renderRecordForm(visit, {
        action: SOURCES_PATH,
        draft,
        fields: sourceFields(visit, { isNew: true }),
        button: texts.create,
        isNew: true,
      })}`,
  }
}

export interface SourceFormContent extends Steps {
  source: HostSource
  collections: readonly HostCollection[]
  /** The form of the source. */
  draft: Draft
  /** The form of a new collection. */
  newDraft: Draft
  done: string | undefined
}

/** Shows a source with its collections, and the forms that change it. */
export function createSourceFormPage(visit: SignedInVisit, content: SourceFormContent): Page {
  const { links, messages } = visit
  const { sourceForms: texts, lists } = messages
  const { source, collections, draft, newDraft, done } = content
  const path = sourceFormPath(source.id)
  const isPublic = source.public === 1
  return {
    title: source.name,
    width: 'narrow',
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit, [
        { url: links.base(SOURCES_PATH), name: texts.title },
      ])}
      <h1 dir="auto">${source.name}</h1>
      ${renderDone(visit, done)}
      <p>
        <a href="${links.base(`/sources/${source.slug}/`)}"
          >${isPublic ? texts.publicPage : texts.preview}</a
        >
      </p>
      ${renderRecordForm(visit, {
        action: path,
        draft,
        fields: sourceFields(visit),
        button: messages.imageForm.save,
      })}
      ${renderVisibility(visit, {
        action: `${path}public/`,
        isPublic,
        explanation: isPublic ? texts.sourceIsPublic : texts.sourceIsHidden,
      })}
      <h2>${messages.collections.title}</h2>
      <ul class="rows">
        ${collections.map((collection) =>
          renderRow(visit, {
            url: links.base(collectionFormPath(collection.id)),
            name: collection.name,
            isPublic: collection.public === 1,
            size: lists.images(collection.images),
          }),
        )}
      </ul>
      ${renderStaffSteps(visit, content)}
      <h2>${texts.newCollection}</h2>
      ${renderRecordForm(visit, {
        action: `${path}collections/`,
        draft: newDraft,
        fields: sourceFields(visit, { isNew: true }),
        button: texts.create,
        isNew: true,
      })}`,
  }
}
