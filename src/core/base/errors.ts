/**
 * The errors that the catalog expects. Any other error is a bug: it is logged with its stack trace and never
 * shown to users.
 */

import type { Capacity } from './capacity-log.ts'
import { formatProblem, type Problem } from './problems/problem.ts'

/** The kind of an error. The server maps it to an HTTP status, the command line to an exit code. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'too_slow'
  | 'unsupported'
  | 'unprocessable'
  | 'not_implemented'
  | 'rate_limited'
  | 'unavailable'
  | 'busy'

/** Error messages by field, as in the response body: `{"<field>": ["…"]}`. */
export type FieldErrors = Record<string, string[]>

/** Problems of each invalid field: ones that pages show in each language, or English messages. */
export type FieldProblems = Record<string, readonly (Problem | string)[]>

export interface ErrorDetails {
  /** Error messages of the invalid fields; only with kind `invalid`. */
  fields?: FieldErrors
  /** The same before they were written in English. */
  problems?: FieldProblems
  /** A stable, machine-readable error code. */
  code?: string
  /** Id of the image that was created from the caller's slot. */
  imageId?: number | undefined
  /** Seconds to wait before a retry. */
  retryAfterSeconds?: number
  /** The resource that too many requests use at the same time. */
  capacity?: Capacity
  /** The scope that the caller's token lacks; only with kind `forbidden`. */
  missingScope?: string
  /** Advice for the user of a command; null for none. The default depends on the kind. */
  hint?: string | null
  /** Written to the log, never shown to users. */
  detail?: string
  cause?: unknown
}

/** An expected error. Its message may be shown to every user. */
export class CatalogError extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetails
  /** Problem that pages show in each language; undefined if there is only an English message. */
  readonly problem: Problem | undefined

  constructor(kind: ErrorKind, problem: Problem | string, details: ErrorDetails = {}) {
    super(toEnglish(problem), { cause: details.cause })
    this.name = 'CatalogError'
    this.kind = kind
    this.details = details
    this.problem = typeof problem === 'string' ? undefined : problem
  }
}

function toEnglish(problem: Problem | string): string {
  return typeof problem === 'string' ? problem : formatProblem(problem)
}

/** Creates the error of one invalid field: `invalid('title', ['required'])`. */
export function invalid(field: string, problem: Problem | string): CatalogError {
  return invalidFields({ [field]: [problem] })
}

/** Creates the error of several invalid fields. */
export function invalidFields(problems: FieldProblems): CatalogError {
  const fields = Object.fromEntries(
    Object.entries(problems).map(([field, given]) => [field, given.map(toEnglish)]),
  )
  return new CatalogError('invalid', summarizeFields(fields), { fields, problems })
}

/** `{ title: ['Too long.'] }` → `title: Too long.` */
export function summarizeFields(fields: FieldErrors): string {
  return Object.entries(fields)
    .flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`))
    .join(' ')
}

export function notFound(message: string, details?: ErrorDetails): CatalogError {
  return new CatalogError('not_found', message, details)
}

export function conflict(problem: Problem | string, details?: ErrorDetails): CatalogError {
  return new CatalogError('conflict', problem, details)
}

/** Disks seldom work again at once. */
const STORAGE_SECONDS = 10

/** Creates the error of a full disk. */
export function storageFull(cause: unknown): CatalogError {
  return new CatalogError('unavailable', ['storage_full'], {
    retryAfterSeconds: STORAGE_SECONDS,
    cause,
  })
}

/** Creates the error of a disk that fails, is read-only or is gone. */
export function storageFailed(cause: unknown): CatalogError {
  return new CatalogError('unavailable', ['storage_failed'], {
    retryAfterSeconds: STORAGE_SECONDS,
    cause,
  })
}

/** Creates the error of a key file that cannot be read any more. */
export function signingKeyUnreadable(cause: unknown): CatalogError {
  return new CatalogError('unavailable', ['signing_key_unreadable'], {
    retryAfterSeconds: STORAGE_SECONDS,
    cause,
  })
}

/** Creates the error of a host without free file descriptors, threads or memory. */
export function hostOverloaded(cause: unknown): CatalogError {
  return new CatalogError('unavailable', ['overloaded'], { retryAfterSeconds: 5, cause })
}

/** Creates the error of something that works again soon. @param problem a sentence */
export function tryAgain(problem: string, seconds: number, cause?: unknown): CatalogError {
  const details = { retryAfterSeconds: seconds, cause }
  return new CatalogError('unavailable', ['try_again', problem, seconds], details)
}

/** Creates the error of a request for which others leave no room. @param problem a sentence */
export function capacityExceeded(
  problem: string,
  seconds: number,
  capacity: Capacity,
): CatalogError {
  const details = { retryAfterSeconds: seconds, capacity }
  return new CatalogError('unavailable', ['try_again', problem, seconds], details)
}

/** Creates the error of a request that the server can no longer answer. */
export function serverStopping(): CatalogError {
  return new CatalogError('unavailable', ['server_stopping'])
}

/** Creates the error of a corrupt database file. */
export function databaseDamaged(cause: unknown): CatalogError {
  const code = 'database_damaged'
  return new CatalogError('unavailable', [code], { code, cause })
}

/** Instructions for administrators whose database was made by another version of the program. */
export const MOVE_TO_THIS_VERSION =
  'Install the version that made the database. To use this version nevertheless, go back to the backup or the copy before-MIGRATION.sqlite from before the upgrade; from an unreleased version, make a dump there (catalog admin dump DIR) and load it here (catalog admin load DIR --accept-staff --data NEW).'

/** Instructions for administrators to restore a damaged database. */
export const RESTORE_DATABASE =
  'Stop the server and keep the data directory. Restore the newest backup to a new data directory (catalog admin restore BACKUP --data NEW), or load the latest dump (catalog admin load DUMP --accept-staff --data NEW). Without either, recover the readable rows: catalog admin recover --data BROKEN --to NEW'
