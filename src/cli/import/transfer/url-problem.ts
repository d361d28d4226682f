import { CatalogError } from '../../../core/base/errors.ts'
import { PRIVATE_ADDRESS } from '../../client/private-addresses.ts'
import type { Problem } from '../journal/row-state-machine.ts'

/** Code of a row whose server cannot be reached. */
export const URL_UNREACHABLE = 'url.unreachable'

/** Codes of problems of the file itself. */
const FILE_CODE = /^(?:file|content_type)\./

/**
 * Converts the failure of a request for a file to the problem of its row.
 * @throws the failure if it is unexpected
 */
export function toUrlProblem(failure: unknown): Problem {
  if (!(failure instanceof CatalogError)) throw failure
  const { message, kind, details } = failure
  const { code = '', retryAfterSeconds: seconds } = details
  if (code === PRIVATE_ADDRESS || FILE_CODE.test(code)) return { code, message }
  if (code === 'network') return { code: URL_UNREACHABLE, message }
  const wait = kind === 'rate_limited' && seconds ? ` It asks to wait for ${seconds} seconds.` : ''
  return { code: 'url.refused', message: `${message}${wait}` }
}
