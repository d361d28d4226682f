import { z } from 'zod'
import { getLicense, listLicenses } from '../../../../core/queries/sources/licenses.ts'
import { addLicense, editLicense, removeLicense } from '../../../../core/writes/licenses.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import {
  createLicenseFormPage,
  createLicensesPage,
  licenseFormPath,
  LICENSES_PATH,
} from '../../../pages/staff/licenses.ts'
import { toLine, toRecordDraft } from '../../../pages/staff/seen-values.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { idOf, parseId } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { useCaseForm } from '../use-case-form.ts'
import { recordForm } from './record-form.ts'

const FIELDS = ['name', 'display_name', 'permalink'] as const

/** The record of a license. A blank display name of a new one is its name. */
const licenseFields = z.object({
  name: z.string().optional(),
  display_name: z.string().optional(),
  permalink: z.string().optional(),
})

const doneQuery = z.object({ done: z.string().optional() })

type PageRequest = Pick<RouteRequest, 'catalog' | 'params'>

/** The pages of licenses for staff. */
export const staffLicenseRoutes: readonly Route[] = [
  privatePageRoute({
    path: LICENSES_PATH,
    summary: 'Show all licenses',
    access: 'staff',
    query: doneQuery,
    show: (visit, request) => showLicenses(visit, request, emptyDraft(), request.query.done),
  }),
  useCaseForm(addLicense, {
    path: LICENSES_PATH,
    summary: 'Add a license',
    errorResponses: { 409: 'A license with this name already exists.' },
    fields: licenseFields,
    toInput: (fields) => ({
      ...fields,
      display_name: fields.display_name?.trim() ? fields.display_name : fields.name,
    }),
    next: () => `${LICENSES_PATH}?done=added`,
    showAgain: (visit, draft, request) => showLicenses(visit, request, draft),
  }),
  privatePageRoute({
    path: '/staff/licenses/:id/',
    summary: 'Show what staff can change of a license',
    access: 'staff',
    query: doneQuery,
    show: (visit, request) => showLicense(visit, request, { done: request.query.done }),
  }),
  recordForm(editLicense, {
    path: '/staff/licenses/:id/',
    summary: 'Change a license for all images that have it',
    noun: 'License',
    conflicts: 'Another license has the name.',
    names: FIELDS,
    formPath: licenseFormPath,
    showAgain: (visit, draft, request) => showLicense(visit, request, { draft }),
  }),
  useCaseForm(removeLicense, {
    path: '/staff/licenses/:id/remove/',
    summary: 'Remove a license that no image has',
    errorResponses: { 409: 'Images have the license.' },
    pagePath: ({ params }) => licenseFormPath(parseId(params.id, 'License')),
    fields: z.object({}),
    target: idOf('License'),
    next: () => `${LICENSES_PATH}?done=removed`,
    showAgain: (visit, removal, request) => showLicense(visit, request, { removal }),
  }),
]

interface License {
  name: string
  display_name: string
  permalink: string
}

/** The stored values, as a form shows and sends them unchanged. */
function toValues({ name, display_name, permalink }: License): Record<keyof License, string> {
  return {
    name: toLine(name),
    display_name: toLine(display_name),
    permalink: toLine(permalink),
  }
}

async function showLicenses(
  visit: SignedInVisit,
  { catalog: { reads } }: PageRequest,
  draft: Draft,
  done?: string,
) {
  return createLicensesPage(visit, { licenses: await listLicenses(reads), draft, done })
}

async function showLicense(
  visit: SignedInVisit,
  { catalog: { reads }, params }: PageRequest,
  shown: { draft?: Draft; removal?: Draft; done?: string | undefined },
) {
  const license = await getLicense(reads, parseId(params.id, 'License'))
  const draft = toRecordDraft(FIELDS, shown.draft, toValues(license))
  const { removal = emptyDraft(), done } = shown
  return createLicenseFormPage(visit, { license, draft, removal, done })
}
