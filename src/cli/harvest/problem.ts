import { CatalogError } from '../../core/base/errors.ts'
import { toUrlProblem } from '../import/transfer/url-problem.ts'

/** Reason why a part of a remote was not harvested, or a doubt about a part that was. */
export interface HarvestProblem {
  /** Stable across versions. */
  code: string
  url: string
  message: string
  /** Whether records are missing because of it. */
  isLoss: boolean
}

/** The prefix of codes of documents that were received and cannot be read. */
const DOCUMENT_CODE = /^harvest\./

/** Creates the error of a document that was received and cannot be read. @param what completes a sentence */
export function unreadable(code: string, url: string, what: string): CatalogError {
  const details = { code: `harvest.${code}`, hint: null }
  return new CatalogError('unsupported', `${url} ${what}.`, details)
}

/**
 * Converts the failure of a request for a document to the problem of its part of the remote.
 * @throws the failure if it is unexpected
 */
export function toHarvestProblem(failure: unknown, url: string): HarvestProblem {
  const code = failure instanceof CatalogError ? (failure.details.code ?? '') : ''
  if (failure instanceof CatalogError && DOCUMENT_CODE.test(code))
    return { code, url, message: failure.message, isLoss: true }
  return { ...toUrlProblem(failure), url, isLoss: true }
}

/** Whether the server does not work at all, so that other documents of it would fail, too. */
export function isOutage(failure: unknown): boolean {
  return (
    failure instanceof CatalogError &&
    (failure.kind === 'unavailable' || failure.kind === 'rate_limited') &&
    failure.details.code !== 'not_understood'
  )
}
