import { CatalogError, tryAgain } from '../../base/errors.ts'
import { ignoreMissing } from '../missing-files.ts'

/** Operation and key of a request, for errors. */
export interface S3Action {
  /** `GetObject` */
  operation: string
  key: string
}

const RETRY_SECONDS = 10

/** Rethrows errors of the object storage as CatalogErrors; errors about a missing object stay as they are. */
export async function convertS3Errors<T>(work: Promise<T>, action: S3Action): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isMissing(error) ? error : toS3Error(error, action)
  }
}

/** Names the operation and the error code for everyone, and the key for the log. */
export function toS3Error(error: unknown, { operation, key }: S3Action): CatalogError {
  if (error instanceof CatalogError) return error
  const problem = `The object storage of this service failed (${operation}: ${nameS3Error(error)}).`
  const { message, details } = tryAgain(problem, RETRY_SECONDS, error)
  const reason = error instanceof Error ? error.message : String(error)
  return new CatalogError('unavailable', message, {
    ...details,
    detail: `${operation} ${key}: ${reason}`,
  })
}

interface S3Failure {
  name?: string
  message?: string
  code?: string
  cause?: { code?: string }
  $metadata?: { httpStatusCode?: number }
}

/** Whether an object does not exist. A missing bucket is another error, except in responses to HEAD. */
export function isMissing(error: unknown): boolean {
  const { name = '', code } = (error ?? {}) as S3Failure
  return ['NotFound', 'NoSuchKey'].includes(name) || code === 'ENOENT'
}

/** Whether an object is no longer the expected one. */
export function isPreconditionFailed(error: unknown): boolean {
  const cause = error instanceof CatalogError ? error.cause : error
  return statusOf(cause) === 412
}

/** Whether a range lies outside the object. */
export function isOutOfRange(error: unknown): boolean {
  const cause = error instanceof CatalogError ? error.cause : error
  return statusOf(cause) === 416
}

/** Creates an error like that of a file that does not exist. */
export function missingObject(key: string): Error {
  return Object.assign(new Error(`There is no object ${key}.`), { code: 'ENOENT' })
}

/** Resolves to undefined if the object does not exist. */
export async function ignoreMissingObject<T>(work: Promise<T>): Promise<T | undefined> {
  return await ignoreMissing(work, isMissing)
}

/** `AccessDenied`, `ECONNREFUSED` or `TimeoutError`; the status if a response to HEAD names no code. */
export function nameS3Error(error: unknown): string {
  const { name = 'Error', message, cause, code = cause?.code } = (error ?? {}) as S3Failure
  const status = statusOf(error)
  if (code !== undefined) return code
  // Only time limits abort requests.
  if (name === 'AbortError') return 'TimeoutError'
  if (!['Unknown', 'Error'].includes(name)) return name
  return status === undefined ? (message ?? name) : `HTTP ${status}`
}

function statusOf(error: unknown): number | undefined {
  return ((error ?? {}) as S3Failure).$metadata?.httpStatusCode
}
