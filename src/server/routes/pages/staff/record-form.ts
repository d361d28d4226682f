import { z, type ZodType } from 'zod'
import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import { parseFields } from '../../../../core/contract/parse-fields.ts'
import { saveChanged } from '../../../../core/contributions/save-changed.ts'
import type { Selects, Tx } from '../../../../core/db/store.ts'
import type { Draft } from '../../../pages/draft.ts'
import type { Page } from '../../../pages/layout.ts'
import { CHANGED, loadedField, pickChanged, readSeen } from '../../../pages/staff/seen-values.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import type { UseCase } from '../../../../core/writes/run/use-case.ts'
import { idOf, parseId } from '../../../parse-id.ts'
import type { Route, RouteRequest } from '../../../route.ts'
import { formRoute } from '../form-route.ts'
import { useCaseForm } from '../use-case-form.ts'

/** A description may have 100,000 characters, of 12 bytes each when they are percent-encoded, and is sent twice. */
export const MAX_RECORD_FORM_BYTES = 3 * 1024 * 1024

interface RecordFormPage<Name extends string> {
  /** With `:id` for the id of the record. */
  path: string
  summary: string
  /** What the record is, in the error about an unknown id: `Source`. */
  noun: string
  /** Describes other conflicts than changes by others. */
  conflicts?: string
  /** The fields of the form. */
  names: readonly Name[]
  /** The address of the form below the base URL. */
  formPath: (id: number) => string
  showAgain: (visit: SignedInVisit, draft: Draft, request: RouteRequest) => Promise<Page>
}

interface RecordForm<Name extends string, Row, Edit> extends RecordFormPage<Name> {
  /** Parses the fields that the user changed. */
  schema: ZodType<Edit>
  read: (reads: Selects, id: number) => Promise<Row>
  /** The stored values, as the form shows and sends them unchanged. */
  toValues: (row: Row) => Readonly<Record<Name, string>>
  edit: (tx: Tx, id: number, edit: Edit, context: AuditContext) => Promise<void>
}

/** Declares the form of a record, which changes what the user changed, unless another person has changed it too. */
export function recordFormRoute<Name extends string, Row, Edit>({
  names,
  schema,
  ...form
}: RecordForm<Name, Row, Edit>): Route {
  return formRoute({
    ...describeForm({ names, ...form }),
    access: 'staff',
    async submit({ visit, fields, request: { catalog, params, links } }) {
      const id = parseId(params.id, form.noun)
      const seen = readSeen(names, fields)
      const edit = parseFields(schema, pickChanged(seen))
      await saveChanged(catalog, visit.session, {
        seen,
        read: (tx) => form.read(tx, id),
        toValues: form.toValues,
        edit: (tx, context) => form.edit(tx, id, edit, context),
      })
      return { redirectTo: links.base(`${form.formPath(id)}?done=saved`) }
    },
  })
}

/** Declares the form of a use case that updates a record, with the same conflicts. */
export function recordForm<Request extends { id: number }>(
  useCase: UseCase<Request, unknown>,
  form: RecordFormPage<string>,
): Route {
  return useCaseForm(useCase, {
    ...describeForm(form),
    toInput(fields) {
      const seen = readSeen(form.names, fields)
      // A form without the values that it was opened with overwrites nothing.
      const previous = seen.changed.map((name) => [name, seen.loaded[name] ?? ''])
      return { ...pickChanged(seen), previous: Object.fromEntries(previous) }
    },
    target: ({ params }) => idOf(form.noun)({ params }) as Partial<Request>,
    next: ({ id }) => `${form.formPath(id)}?done=saved`,
  })
}

function describeForm({ path, summary, names, conflicts, showAgain }: RecordFormPage<string>) {
  return {
    path,
    summary,
    showAgain,
    maxBodyBytes: MAX_RECORD_FORM_BYTES,
    errorResponses: { 409: conflicts === undefined ? CHANGED : `${conflicts} ${CHANGED}` },
    fields: z.object({
      ...Object.fromEntries(names.map((name) => [name, z.string().optional()])),
      ...loadedField.shape,
    }),
  }
}
