import { html, type Html } from '../../../core/base/html.ts'
import type { HostCollection } from '../../../core/queries/sources/host-collections.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderDate } from '../date.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { renderRecordForm } from './record-form.ts'
import { renderDone, renderVisibility, sourceFields } from './source-parts.ts'

/** The address of the page of a collection below the base URL. */
export function collectionFormPath(id: number): string {
  return `/staff/collections/${id}/`
}

export interface CollectionFormContent {
  collection: HostCollection
  source: string
  draft: Draft
  done: string | undefined
}

/** Shows the forms that change a collection, publish and announce it. */
export function createCollectionFormPage(
  visit: SignedInVisit,
  { collection, source, draft, done }: CollectionFormContent,
): Page {
  const { links, messages } = visit
  const { sourceForms: texts } = messages
  const path = collectionFormPath(collection.id)
  const isPublic = collection.public === 1
  const isVisible = isPublic && collection.source_public === 1
  return {
    title: collection.name,
    width: 'narrow',
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit, [
        { url: links.base('/staff/sources/'), name: texts.title },
        { url: links.base(`/staff/sources/${collection.source_id}/`), name: source },
      ])}
      <h1 dir="auto">${collection.name}</h1>
      ${renderDone(visit, done)}
      <p>
        ${texts.number(collection.id)} · ${messages.lists.images(collection.images)} ·
        <a href="${links.base(`/collections/${collection.id}/`)}"
          >${isVisible ? texts.publicPage : texts.preview}</a
        >
      </p>
      <p><a href="${links.base(`${path}images/`)}">${messages.imageBatch.title}</a></p>
      ${renderRecordForm(visit, {
        action: path,
        draft,
        fields: sourceFields(visit),
        button: messages.imageForm.save,
      })}
      ${renderVisibility(visit, {
        action: `${path}public/`,
        isPublic,
        explanation: isVisible
          ? texts.collectionIsPublic
          : isPublic
            ? texts.sourceHidesIt
            : texts.collectionIsHidden,
      })}
      ${renderAnnouncement(visit, collection, isVisible)}`,
  }
}

function renderAnnouncement(
  { links, language, session, messages }: SignedInVisit,
  { id, announced_at: at }: HostCollection,
  isVisible: boolean,
): Html {
  const { sourceForms: texts } = messages
  const heading = html`<h2>${texts.announcement}</h2>`
  if (at !== null)
    return html`${heading}
      <p>${texts.announcedOn(renderDate(language, at))}</p>`
  if (!isVisible)
    return html`${heading}
      <p>${texts.publishFirst}</p>`
  return html`${heading}
    <p>${texts.notAnnounced}</p>
    <form method="post" action="${links.base(`${collectionFormPath(id)}announce/`)}">
      ${renderFormFields(session)}
      <p class="buttons"><button class="quiet">${texts.announce}</button></p>
    </form>`
}
