import { MIRRORS, ROTATIONS } from '../../../core/contract/transform.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { displayDate } from '../../../core/edtf/display.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import type { Option } from '../parts/fields.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import type { ImageField } from './image-values.ts'
import { renderRecordForm, type RecordField } from './record-form.ts'

export interface ImageFormContent {
  id: number
  /** The stored title. */
  title: string
  isPublic: boolean
  thumbnail: string | null
  collection: string
  source: string
  licenses: readonly { name: string; display_name: string }[]
  /** Values of the fields, and their errors. */
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
  const { links, messages } = visit
  const { imageForm: texts } = messages
  const { id, draft } = content
  return {
    title: texts.title(id),
    width: 'narrow',
    hasPictures: true,
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title(id)}</h1>
      ${renderImage(visit, content)}
      ${content.isDone && html`<p class="note" role="status">${texts.saved}</p>`}
      ${renderRecordForm(visit, {
        action: imageFormPath(id),
        draft,
        fields: listFields(visit, content),
        button: texts.save,
      })}
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

function listFields(
  { messages, language }: SignedInVisit,
  { date, licenses, collection, source }: ImageFormContent,
): readonly RecordField[] {
  const { imageForm: texts } = messages
  const hints: Readonly<Partial<Record<ImageField, string>>> = texts.hints
  const named = (name: ImageField) => ({ name, label: texts.fields[name], hint: hints[name] })
  const choice = (name: ImageField, options: readonly Option[]) =>
    ({ ...named(name), control: 'choice', options }) as const
  return [
    named('title'),
    { ...named('description'), control: 'lines', rows: 6 },
    named('creator'),
    named('original_date'),
    {
      ...named('edtf_date'),
      ...(date !== null && { hint: texts.shownAs(displayDate(date, null, language)) }),
    },
    choice('license_name', [
      { value: '', label: texts.noLicense },
      ...licenses.map(({ name, display_name: label }) => ({ value: name, label })),
    ]),
    named('reference_id'),
    named('source_url'),
    choice(
      'rotation',
      ROTATIONS.map((degrees) => ({ value: String(degrees), label: `${degrees}°` })),
    ),
    choice(
      'mirror',
      MIRRORS.map((value) => ({ value, label: texts.mirrors[value] })),
    ),
    { control: 'heading', label: texts.placing },
    { ...named('from_above'), control: 'checkbox' },
    named('scale'),
    named('archive_position'),
    { ...named('will_not_georef'), control: 'checkbox' },
    { ...named('duplicate_of'), control: 'number' },
    { control: 'heading', label: texts.place },
    { ...named('collection'), hint: texts.inCollection(collection, source), control: 'number' },
    { ...named('order'), control: 'number' },
  ]
}
