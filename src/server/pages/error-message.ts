import { CatalogError } from '../../core/errors.ts'
import { CHANGED_MEANWHILE } from '../../core/model/seen-values.ts'
import type { Messages } from '../messages/messages.ts'

/** Returns the message of an error in the language of the page if contributors meet it often, or else in English. */
export function toPageMessage(error: Error, { errors }: Messages): string {
  if (!(error instanceof CatalogError)) return error.message
  const { code, retryAfterSeconds } = error.details
  if (code === 'suspended') return errors.suspended
  if (code === CHANGED_MEANWHILE) return errors.changedMeanwhile
  if (error.kind === 'rate_limited' && retryAfterSeconds !== undefined)
    return errors.rateLimited(retryAfterSeconds)
  return error.message
}
