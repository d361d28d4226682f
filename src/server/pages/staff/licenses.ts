import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { renderRecordForm, type RecordField } from './record-form.ts'

/** The address of the list below the base URL. */
export const LICENSES_PATH = '/staff/licenses/'

/** The address of the form of a license below the base URL. */
export function licenseFormPath(id: number): string {
  return `${LICENSES_PATH}${id}/`
}

interface License {
  id: number
  name: string
  display_name: string
}

export interface LicenseListContent {
  licenses: readonly License[]
  /** The form of a new license. */
  draft: Draft
  /** Result of the last form, from the query string. */
  done: string | undefined
}

/** Lists the licenses, with the form of a new one. */
export function createLicensesPage(
  visit: SignedInVisit,
  { licenses, draft, done }: LicenseListContent,
): Page {
  const { links, messages } = visit
  const { licenseForms: texts } = messages
  return {
    title: texts.title,
    width: 'narrow',
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title}</h1>
      ${renderDone(visit, done)}
      <p>${texts.introduction}</p>
      ${licenses.length === 0 && html`<p class="note">${texts.none}</p>`}
      <ul class="rows">
        ${licenses.map(
          ({ id, name, display_name: shown }) =>
            html`<li>
              <a href="${links.base(licenseFormPath(id))}" dir="auto">${shown}</a>
              <span class="soft" dir="auto">${name}</span>
            </li>`,
        )}
      </ul>
      <h2>${texts.newLicense}</h2>
      ${renderRecordForm(visit, {
        action: LICENSES_PATH,
        draft,
        fields: licenseFields(visit, { isNew: true }),
        button: texts.add,
        isNew: true,
      })}`,
  }
}

export interface LicenseFormContent {
  license: License
  draft: Draft
  /** Why the license was not removed. */
  removal: Draft
  done: string | undefined
}

/** Shows the forms that change a license for all images that have it, and remove it. */
export function createLicenseFormPage(
  visit: SignedInVisit,
  { license, draft, removal, done }: LicenseFormContent,
): Page {
  const { links, messages, session } = visit
  const { licenseForms: texts } = messages
  const path = licenseFormPath(license.id)
  const above = { url: links.base(LICENSES_PATH), name: texts.title }
  return {
    title: license.display_name,
    width: 'narrow',
    isEnhanced: true,
    main: html`${renderStaffBreadcrumbs(visit, [above])}
      <h1 dir="auto">${license.display_name}</h1>
      ${renderDone(visit, done)}
      ${renderRecordForm(visit, {
        action: path,
        draft,
        fields: licenseFields(visit),
        button: messages.imageForm.save,
      })}
      <h2>${texts.remove}</h2>
      ${renderDraftMessage(removal)}
      <p>${texts.removeHint}</p>
      <form method="post" action="${links.base(`${path}remove/`)}">
        ${renderFormFields(session)}
        <p class="buttons"><button class="quiet">${texts.remove}</button></p>
      </form>`,
  }
}

function renderDone({ messages }: Visit, done: string | undefined): Html | null {
  const texts: Readonly<Record<string, string>> = messages.licenseForms.done
  if (done === undefined || !Object.hasOwn(texts, done)) return null
  return html`<p class="note" role="status">${texts[done]}</p>`
}

function licenseFields(
  { messages }: Visit,
  { isNew = false }: { isNew?: boolean } = {},
): readonly RecordField[] {
  const { fields, hints } = messages.licenseForms
  return [
    { name: 'name', label: fields.name, hint: hints.name },
    {
      name: 'display_name',
      label: fields.display_name,
      hint: isNew ? hints.newDisplayName : undefined,
    },
    { name: 'permalink', label: fields.permalink },
  ]
}
