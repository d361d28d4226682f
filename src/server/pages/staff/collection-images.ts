import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { MAX_CHANGED_IMAGES } from '../../../core/base/limits.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderDraftField, renderDraftMessage } from '../parts/drafts.ts'
import { renderChoice } from '../parts/fields.ts'
import { renderImageLink } from '../parts/image-link.ts'
import { renderPager, type Paging } from '../parts/pager.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { collectionFormPath } from './collection-form.ts'
import { renderRevertBatch } from './history.ts'
import { imageFormPath } from './image-form.ts'

export interface CollectionImagesContent {
  collection: { id: number; name: string }
  /** One page of its images, in their order. */
  images: readonly Image[]
  paging: Paging
  draft: Draft
  /** Number of images that the last form changed, from the query string. */
  changed: number | undefined
  /** UUID of the batch of what it changed. */
  batch: string | undefined
}

/** The address of the page below the base URL. */
export function collectionImagesPath(collection: number): string {
  return `${collectionFormPath(collection)}images/`
}

/** Id of the form with the selected images. Their check boxes are beside the fields of the other form. */
const SELECTION = 'selection'

/** Lists the images of a collection, to order them and to change several at once. */
export function createCollectionImagesPage(
  visit: SignedInVisit,
  content: CollectionImagesContent,
): Page {
  const { links, messages, session } = visit
  const { imageBatch: texts } = messages
  const { collection, images, paging, draft, changed, batch } = content
  const action = links.base(collectionImagesPath(collection.id))
  const renderHidden = () =>
    html`${renderFormFields(session)}
      <input type="hidden" name="page" value="${paging.page.number}" />`
  const above = { url: links.base(collectionFormPath(collection.id)), name: collection.name }
  return {
    title: texts.title,
    hasPictures: true,
    main: html`${renderStaffBreadcrumbs(visit, [above])}
      <h1>${texts.title}</h1>
      <p>${texts.introduction}</p>
      ${changed !== undefined && renderChanged(visit, changed, batch)}
      ${images.length === 0 && html`<p class="note">${messages.collections.noImages}</p>`}
      ${renderDraftMessage(draft)}
      <form method="post" action="${action}">
        ${renderHidden()}
        <ul class="works">
          ${images.map((image, index) => renderImage(visit, image, { index, draft }))}
        </ul>
        ${images.length > 0 && renderOrder(visit)}
      </form>
      ${
        images.length > 0 &&
        html`<form id="${SELECTION}" method="post" action="${action}" class="sticky-actions">
          ${renderHidden()} ${renderActions(visit, content)}
        </form>`
      }
      ${renderPager(visit, paging)}`,
  }
}

function renderChanged(visit: SignedInVisit, changed: number, batch: string | undefined): Html {
  const { imageBatch: texts, history } = visit.messages
  return html`<div class="note" role="status">
    ${texts.changed(changed)}
    ${changed > 0 && batch && renderRevertBatch(visit, { batch }, history.revert)}
  </div>`
}

function renderImage(
  { links, messages }: SignedInVisit,
  image: Image,
  { index, draft }: { index: number; draft: Draft },
): Html {
  const { imageBatch: texts } = messages
  const { id, title, georeference_status: status } = image
  const place = draft.values[`place-${id}`] ?? String(index + 1)
  return html`<li>
    ${renderImageLink(links.base(imageFormPath(id)), image)}
    <div>
      <label class="check"
        ><input
          type="checkbox"
          form="${SELECTION}"
          name="image-${id}"
          ${draft.values[`image-${id}`] !== undefined && html`checked`}
        />
        ${texts.select}<span class="unseen">: ${title}</span></label
      >
      <label
        >${texts.place}<span class="unseen">: ${title}</span>
        <input type="text" inputmode="numeric" name="place-${id}" value="${place}"
      /></label>
      ${status === 'will_not_georef' && html`<span class="badge">${texts.notPlaced}</span>`}
    </div>
  </li>`
}

function renderOrder({ messages: { imageBatch: texts } }: SignedInVisit): Html {
  return html`<h2>${texts.order}</h2>
    <p>${texts.orderHint}</p>
    <p class="buttons"><button name="action" value="order">${texts.saveOrder}</button></p>`
}

/** Enter in the field moves, because that button is the first one of the form. */
function renderActions(
  { messages: { imageBatch: texts } }: SignedInVisit,
  { draft, images, paging: { count } }: CollectionImagesContent,
): Html {
  const options = [
    { value: 'selected', label: texts.onlySelected },
    { value: 'page', label: texts.allOnPage(images.length) },
    ...(count > images.length && count <= MAX_CHANGED_IMAGES
      ? [{ value: 'collection', label: texts.allOfCollection(count) }]
      : []),
  ]
  const value = draft.values['of'] ?? 'selected'
  return html`${renderChoice({ name: 'of', label: texts.which, value }, options)}
    <input type="hidden" name="shown" value="${images.map(({ id }) => id).join(' ')}" />
    <input type="hidden" name="count" value="${count}" />
    ${renderDraftField(draft, { name: 'collection', label: texts.moveTo, hint: texts.moveHint })}
    <p class="buttons">
      <button name="action" value="move" class="quiet">${texts.move}</button>
      <button name="action" value="close" class="quiet">${texts.close}</button>
      <button name="action" value="open" class="quiet">${texts.open}</button>
    </p>`
}
