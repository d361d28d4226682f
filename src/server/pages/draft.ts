import type { FieldErrors } from '../../core/base/errors.ts'

/** Input of a form that was not accepted, with its errors. */
export interface Draft {
  /** Values of the fields by name. */
  values: Readonly<Record<string, string>>
  /** Errors of the fields by name. */
  fieldErrors: FieldErrors
  /** The error if it does not concern single fields. */
  message: string | undefined
  /** A machine-readable code of the error, such as `superseded`. */
  code: string | undefined
  /** Values that others stored, since the form was opened, in fields that the user changed, too. */
  stored?: Readonly<Record<string, string>>
}

/** The draft of a form that was not submitted yet. @param values that the fields start with */
export function emptyDraft(values: Draft['values'] = {}): Draft {
  return { values, fieldErrors: {}, message: undefined, code: undefined }
}
