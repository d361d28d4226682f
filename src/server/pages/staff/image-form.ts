import { MIRRORS, ROTATIONS } from '../../../core/contract/transform.ts'
import { html, type Html } from '../../../core/html.ts'
import { displayDate } from '../../../core/model/edtf/display.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import {
  renderCheckbox,
  renderChoice,
  renderTextArea,
  renderTextField,
  type Field,
} from '../parts/fields.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import type { ImageField } from './image-values.ts'
import { renderLoadedField, toField } from './seen-values.ts'

export interface ImageFormContent {
  id: number
  /** The stored title. */
  title: string
  isPublic: boolean
  thumbnail: string | null
  collection: string
  source: string
  licenses: readonly { name: string; display_name: string }[]
  /** What the fields show, and what is wrong with it. */
  draft: Draft
  /** The stored date in EDTF. Null if there is none. */
  date: string | null
  isDone: boolean
}

/** The address of the form below the base URL. */
export function imageFormPath(id: number): string {
  return `/staff/images/${id}/`
}

/** A form with everything that staff can change of an image. */
export function createImageFormPage(visit: SignedInVisit, content: ImageFormContent): Page {
  const { links, messages, session } = visit
  const { imageForm: texts } = messages
  const { id, draft } = content
  return {
    title: texts.title(id),
    width: 'narrow',
    hasPictures: true,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title(id)}</h1>
      ${renderImage(visit, content)}
      ${content.isDone && html`<p class="note" role="status">${texts.saved}</p>`}
      ${renderDraftMessage(draft)}
      <form method="post" action="${links.base(imageFormPath(id))}">
        ${renderFormFields(session)}${renderLoadedField(draft)} ${renderDescription(visit, content)}
        ${renderDate(visit, content)} ${renderRecord(visit, content)}
        ${renderPlacing(visit, content)} ${renderCollection(visit, content)}
        <p class="buttons"><button>${texts.save}</button></p>
      </form>
      <p>
        <a href="${links.image(id)}#subjects">${texts.subjects}</a><br />
        <a href="${links.base(`${imageFormPath(id)}delete/`)}">${texts.deleteLink}</a>
      </p>`,
  }
}

function renderImage(visit: SignedInVisit, content: ImageFormContent): Html {
  const { links } = visit
  const { id, title, isPublic, thumbnail } = content
  return html`${thumbnail !== null && html`<p><img src="${thumbnail}" alt="" class="thumbnail" /></p>`}
    <p>
      <a href="${links.image(id)}" dir="auto">${title}</a>${renderHiddenBadge(visit, isPublic)}
    </p>`
}

/** A field with its label, the value that the user entered, and what is stored instead. */
function fieldOf(visit: SignedInVisit, { draft }: ImageFormContent, name: ImageField): Field {
  const { imageForm: texts } = visit.messages
  const hints: Readonly<Partial<Record<ImageField, string>>> = texts.hints
  return toField(visit, draft, { name, label: texts.fields[name], hint: hints[name] })
}

function renderDescription(visit: SignedInVisit, content: ImageFormContent): Html {
  const field = (name: ImageField) => fieldOf(visit, content, name)
  return html`${renderTextField(field('title'))}
  ${renderTextArea({ ...field('description'), rows: 6 })} ${renderTextField(field('creator'))}`
}

function renderDate(visit: SignedInVisit, content: ImageFormContent): Html {
  const { messages, language } = visit
  const { date, draft } = content
  const edtf = fieldOf(visit, content, 'edtf_date')
  const isShown = date !== null && draft.stored?.['edtf_date'] === undefined
  const hint = isShown ? messages.imageForm.shownAs(displayDate(date, null, language)) : edtf.hint
  return html`${renderTextField(fieldOf(visit, content, 'original_date'))}
  ${renderTextField({ ...edtf, hint })}`
}

function renderRecord(visit: SignedInVisit, content: ImageFormContent): Html {
  const { imageForm: texts } = visit.messages
  const field = (name: ImageField) => fieldOf(visit, content, name)
  const licenses = content.licenses.map(({ name, display_name: label }) => ({ value: name, label }))
  return html`${renderChoice(field('license_name'), [{ value: '', label: texts.noLicense }, ...licenses])}
  ${renderTextField(field('reference_id'))} ${renderTextField(field('source_url'))}
  ${renderChoice(
    field('rotation'),
    ROTATIONS.map((degrees) => ({ value: String(degrees), label: `${degrees}°` })),
  )}
  ${renderChoice(
    field('mirror'),
    MIRRORS.map((value) => ({ value, label: texts.mirrors[value] })),
  )}`
}

function renderPlacing(visit: SignedInVisit, content: ImageFormContent): Html {
  const field = (name: ImageField) => fieldOf(visit, content, name)
  return html`<h2>${visit.messages.imageForm.placing}</h2>
    ${renderCheckbox(field('from_above'))} ${renderTextField(field('scale'))}
    ${renderCheckbox(field('will_not_georef'))}
    ${renderTextField({ ...field('duplicate_of'), isYear: true })}`
}

function renderCollection(visit: SignedInVisit, content: ImageFormContent): Html {
  const { imageForm: texts } = visit.messages
  const { collection: name, source, draft } = content
  const field = fieldOf(visit, content, 'collection')
  const isStored = draft.stored?.['collection'] === undefined
  const hint = isStored ? texts.inCollection(name, source) : field.hint
  return html`<h2>${texts.place}</h2>
    ${renderTextField({ ...field, hint, isYear: true })}
    ${renderTextField({ ...fieldOf(visit, content, 'order'), isYear: true })}`
}
