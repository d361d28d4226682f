/**
 * The failures that the catalogue expects. Whatever is not a CatalogError is a bug: it is logged with
 * its stack and shown to nobody.
 */

/** What went wrong, independent of HTTP status and exit code; each edge has one table for these. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'too_slow'
  | 'unsupported'
  | 'unprocessable'
  | 'rate_limited'
  | 'unavailable'
  | 'busy'

/** Field name to the sentences about it, as `{"<field>": ["…"]}` goes over the wire. */
export type FieldErrors = Record<string, string[]>

export interface ErrorDetails {
  /** Which fields are wrong; only with kind `invalid`. */
  fields?: FieldErrors
  /** A stable, machine-readable word for this refusal. */
  code?: string
  /** The image that the caller's own slot has become already. */
  imageId?: number | undefined
  /** Seconds after which trying again makes sense. */
  retryAfterSeconds?: number
  /** The scope that the caller's token lacks; only with kind `forbidden`. */
  missingScope?: string
  /** For the log only, never for the public. */
  detail?: string
  cause?: unknown
}

/** An expected failure with a message that may be shown to anybody. */
export class CatalogError extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetails

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'CatalogError'
    this.kind = kind
    this.details = details
  }
}

/** One field is wrong: `invalid('title', 'This field is required.')`. */
export function invalid(field: string, message: string): CatalogError {
  return invalidFields({ [field]: [message] })
}

/** Several fields are wrong at once. */
export function invalidFields(fields: FieldErrors): CatalogError {
  const summary = Object.entries(fields)
    .flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`))
    .join(' ')
  return new CatalogError('invalid', summary, { fields })
}

export function notFound(message: string, details?: ErrorDetails): CatalogError {
  return new CatalogError('not_found', message, details)
}

export function conflict(message: string, details?: ErrorDetails): CatalogError {
  return new CatalogError('conflict', message, details)
}

/** The disk has no room, for a file or for the database. */
export function storageFull(cause: unknown): CatalogError {
  const message = 'The storage of this service is full. Nothing was stored; try again later.'
  return new CatalogError('unavailable', message, { cause })
}

/** The disk fails or takes no writing. */
export function storageFailed(cause: unknown): CatalogError {
  const message = 'The storage of this service fails. Nothing was stored; try again later.'
  return new CatalogError('unavailable', message, { cause })
}

/** The host has no open file, thread or memory left for this. */
export function hostOverloaded(cause: unknown): CatalogError {
  const message = 'This service is overloaded. Nothing was stored; try again soon.'
  return new CatalogError('unavailable', message, { retryAfterSeconds: 5, cause })
}

/** Parts of the database file are not what was written. */
export function databaseDamaged(cause: unknown): CatalogError {
  const message = 'The database of this service is damaged. Its administrator has to restore it.'
  return new CatalogError('unavailable', message, { code: 'database_damaged', cause })
}

/** What an administrator does about a damaged database. */
export const RESTORE_DATABASE =
  'Stop the server and keep the data directory. Load your newest dump into a new one (catalog admin load DUMP --data NEW); without a dump, save what can be read: sqlite3 catalog.sqlite .recover | sqlite3 recovered.sqlite'
