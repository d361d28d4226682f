import { z } from 'zod'
import type { Draft } from '../../../pages/draft.ts'
import type { Page } from '../../../pages/layout.ts'
import { CHANGED, loadedField, pickChanged, readSeen } from '../../../pages/staff/seen-values.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import type { UseCase } from '../../../../core/writes/run/use-case.ts'
import { idOf } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { useCaseForm } from '../use-case-form.ts'

/** A description may have 100,000 characters, of 12 bytes each when they are percent-encoded, and is sent twice. */
export const MAX_RECORD_FORM_BYTES = 3 * 1024 * 1024

interface RecordForm {
  /** With `:id` for the id of the record. */
  path: string
  summary: string
  /** Noun for the record in the error about an unknown id: `Source`. */
  noun: string
  /** Describes other conflicts than changes by others. */
  conflicts?: string
  /** The fields of the form. */
  names: readonly string[]
  /** The address of the form below the base URL. */
  formPath: (id: number) => string
  showAgain: (visit: SignedInVisit, draft: Draft, request: RouteRequest) => Promise<Page>
}

/** Declares the form of a use case that updates what the user changed, unless another person has changed it, too. */
export function recordForm<Request extends { id: number }>(
  useCase: UseCase<Request, unknown>,
  { path, summary, noun, conflicts, names, formPath, showAgain }: RecordForm,
): Route {
  return useCaseForm(useCase, {
    path,
    summary,
    showAgain,
    maxBodyBytes: MAX_RECORD_FORM_BYTES,
    errorResponses: { 409: conflicts === undefined ? CHANGED : `${conflicts} ${CHANGED}` },
    fields: z.object({
      ...Object.fromEntries(names.map((name) => [name, z.string().optional()])),
      ...loadedField.shape,
    }),
    toInput(fields) {
      const seen = readSeen(names, fields)
      // A form without the values that it was opened with overwrites nothing.
      const previous = seen.changed.map((name) => [name, seen.loaded[name] ?? ''])
      return { ...pickChanged(seen), previous: Object.fromEntries(previous) }
    },
    target: ({ params }) => idOf(noun)({ params }) as Partial<Request>,
    next: ({ id }) => `${formPath(id)}?done=saved`,
  })
}
