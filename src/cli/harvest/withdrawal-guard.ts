import { formatCount } from '../terminal/format.ts'
import type { HarvestState } from './harvest-state.ts'
import type { PassResult } from './run-pass.ts'

/** More than this share of the records is not withdrawn at once. */
export const MAX_SHARE = 0.1

/** Withdrawals that a person should look at first. */
export interface Withheld {
  records: number
  code: 'harvest.incomplete' | 'harvest.empty' | 'harvest.many_withdrawn'
  reason: string
}

/**
 * Finds out why no record is withdrawn, although the remote no longer shows some: it may be broken.
 * @param isConfirmed whether a person looked at them
 */
export function findWithheld(
  state: HarvestState,
  { isComplete }: Pick<PassResult, 'isComplete'>,
  isConfirmed: boolean,
): Withheld | undefined {
  const records = state.count('withdrawn')
  if (records === 0 || isConfirmed) return undefined
  const applied = state.countApplied()
  if (!isComplete) {
    const reason = 'The remote could not be read completely.'
    return { records, code: 'harvest.incomplete', reason }
  }
  if (state.countPresent() === 0)
    return { records, code: 'harvest.empty', reason: 'The remote is empty.' }
  if (records <= applied * MAX_SHARE) return undefined
  const reason = `That is more than a tenth of ${formatCount(applied, 'record')}.`
  return { records, code: 'harvest.many_withdrawn', reason }
}

export function describeWithheld({ records, reason }: Withheld): string {
  return `Nothing is withdrawn, although the remote no longer has ${formatCount(records, 'record')}. ${reason} If that is right, add --yes.`
}
