import type { CheckObstacle } from '../../../core/writes/validations/check-georeference.ts'
import { VERDICTS } from '../../../core/contract/verdicts.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { Messages } from '../../messages/messages.ts'
import { findCurrent, type ShownPlacement } from '../../presenters/history.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import type { Placement } from '../../presenters/placement.ts'
import { renderContributionsLicense } from '../contribute/license.ts'
import { renderFormFields } from '../csrf-field.ts'
import { formatContributorName } from '../display-name.ts'
import type { Draft } from '../draft.ts'
import { MAX_NOTES } from '../editor/fields.ts'
import { formTexts } from '../editor/form-texts.ts'
import { editorPath } from '../editor/editor-path.ts'
import { listPlacements, renderHistory } from '../editor/history.ts'
import { renderNotice, renderUndoForm, type Notice } from '../editor/notice.ts'
import { renderRecord } from '../editor/record.ts'
import { renderScope, scopeField, type Scope } from '../editor/scope.ts'
import { renderShortcuts } from '../editor/shortcuts.ts'
import { renderFrame } from '../image/frame.ts'
import type { Page } from '../layout.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { mapPolicy } from '../parts/map-frame.ts'
import { renderSmallMap } from '../parts/small-map.ts'
import { renderTextControl } from '../parts/text-control.ts'
import { renderVerdict } from '../parts/verdict.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderQueueFilters, renderQueueForm } from './filters.ts'

export interface CheckContent extends PresentedImagePage {
  visit: SignedInVisit
  draft: Draft
  basemap: Basemap
  placement: Placement
  scope: Scope
  scopeNames: readonly string[]
  /** Reason why the image is in the queue; null if the user only came from its page. */
  reason: keyof Messages['check']['reasons'] | null
  notice: Notice | undefined
}

/** Lets people check where others placed an image: its picture, its place, and what the contributor says. */
export function createCheckPage(content: CheckContent): Page {
  const { visit, image, history, basemap, placement } = content
  const { links, messages } = visit
  return {
    title: messages.check.titleOf(image.title),
    isPublic: content.isPublic,
    hasPictures: true,
    isEnhanced: true,
    width: 'full',
    styleSheet: 'editor.css',
    ...mapPolicy(basemap),
    main: html`<form
        class="editor"
        method="post"
        action="${links.base('/check/')}"
        data-enhance="editor-form"
        data-draft="check ${image.id}"
        data-form-texts="${formTexts(visit)}"
      >
        ${renderHeading(content)}
        <div class="editor-picture" data-step>
          ${renderRecord(visit, image)} ${renderFrame(visit, content, { hasMiddleLine: true })}
        </div>
        <div class="editor-map" data-step>${renderSmallMap(visit, placement, basemap)}</div>
        <div class="editor-panel" data-step>${renderPanel(content)}</div>
        <div class="editor-more" data-step>
          ${renderHistory(visit, listChecked(content), history)}
          <p>
            <a href="${links.image(image.id)}">${messages.contribute.link}</a>
          </p>
        </div>
      </form>
      ${renderQueueForm(visit)} ${renderUndoForm(visit, content)} ${renderShortcuts(visit)}`,
  }
}

/** Of the kind that counts for the image, newest first. */
function listChecked({ image, history }: CheckContent): readonly ShownPlacement[] {
  const current = findCurrent(image, history)
  return current ? listPlacements(history, current.kind) : []
}

function renderHeading(content: CheckContent): Html {
  const { visit, image, isPublic, placement, scope, scopeNames } = content
  return html`<header class="editor-heading">
    <h1>
      <span class="soft">${visit.messages.check.heading}</span>
      <a href="${visit.links.image(image.id)}" dir="auto">${image.title}</a
      >${renderHiddenBadge(visit, isPublic)}
    </h1>
    <p class="soft"><bdi>${image.date_display}</bdi> · <bdi>${image.collection.name}</bdi></p>
    ${renderScope(visit, '/check/', { scope, names: scopeNames })}
    ${renderQueueFilters(visit, { image, placement, scope })}
  </header>`
}

function renderPanel(content: CheckContent): Html {
  const { visit, draft, notice, reason } = content
  const { check, editor } = visit.messages
  const [newest] = listChecked(content)
  return html`<div data-part="notices">
      ${draft.message !== undefined && html`<p class="note" role="alert" tabindex="-1">${draft.message}</p>`}
      ${draft.message === undefined && renderNotice(visit, notice)}
    </div>
    <p class="form-status" role="status"></p>
    ${
      newest &&
      html`<p>
          ${check.placedBy(
            formatContributorName(visit, newest.author.name),
            editor.confidences[newest.georeference.confidence],
          )}
        </p>
        ${
          newest.georeference.confidence_notes !== '' &&
          html`<p><q dir="auto">${newest.georeference.confidence_notes}</q></p>`
        }
        ${newest.counts.validation_count > 0 && renderVerdict(visit, newest)}`
    }
    ${reason !== null && html`<p class="soft">${check.reasons[reason]}</p>`}
    <div class="field">
      <label for="notes">${check.notes} <span class="soft">${check.notesHint}</span></label>
      ${renderTextControl({
        id: 'notes',
        name: 'notes',
        rows: 3,
        maxLength: MAX_NOTES,
        value: draft.values.notes,
        problem: draft.fieldErrors.notes?.join(' '),
        attributes: html`data-typed`,
      })}
    </div>
    ${renderButtons(content)} ${renderContributionsLicense(visit)}
    <div data-part="hidden">${renderHidden(content)}</div>`
}

function renderButtons({ visit: { links, messages }, image }: CheckContent): Html {
  const { check } = messages
  return html`<p class="buttons editor-buttons">
      ${VERDICTS.map(
        (verdict) =>
          html`<button name="validation" value="${verdict}" class="${verdict}">
            ${check.verdicts[verdict]}
          </button>`,
      )}
    </p>
    <p class="buttons editor-buttons">
      <button
        class="quiet"
        formaction="${links.base('/check/')}"
        name="validation"
        value="skip"
        formnovalidate
        data-action="skip"
      >
        ${check.skip}
      </button>
      <a class="button quiet" href="${links.base(editorPath(image))}">${check.placeBetter}</a>
    </p>`
}

function renderHidden(content: CheckContent): Html {
  const { visit, image, scope } = content
  const [newest] = listChecked(content)
  return html`<input type="hidden" name="image" value="${image.id}" />
    <input
      type="hidden"
      name="${newest?.kind ?? 'georeference'}"
      value="${newest?.georeference.id ?? ''}"
    />
    ${scopeField(scope)} ${renderFormFields(visit.session)}`
}

/** Says that nothing is left to check, or why the user may not check yet. */
export function createNothingToCheckPage(
  visit: SignedInVisit,
  {
    reason,
    notice,
    scope,
    scopeNames,
  }: Pick<CheckContent, 'notice' | 'scope' | 'scopeNames'> & { reason: 'empty' | CheckObstacle },
): Page {
  const { check } = visit.messages
  return {
    title: check.title,
    width: 'narrow',
    main: html`<h1>${reason === 'empty' ? check.emptyTitle : check.title}</h1>
      ${renderNotice(visit, notice)} ${renderUndoForm(visit, { notice, scope })}
      <p>${check[reason]}</p>
      ${renderScope(visit, '/check/', { scope, names: scopeNames })}
      <p class="buttons">
        <a href="${visit.links.base('/georeference/')}" class="button">${check.placeImages}</a>
      </p>`,
  }
}
