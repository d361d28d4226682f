import { formatCount } from '../terminal/format.ts'
import type { HarvestState } from './harvest-state.ts'
import type { PassResult } from './run-pass.ts'

/** A harvest or a mirror does not lose more than this share of its records at once. */
const MAX_SHARE = 0.1

/** Records that the remote no longer has, at which a person should look first. */
export interface Withheld<Code = `harvest.${'incomplete' | 'empty' | 'many_withdrawn'}`> {
  records: number
  code: Code
  reason: string
}

interface Vanished<Code> {
  /** That the remote no longer has. */
  records: number
  /** That the local copy has. */
  known: number
  /** Whether the remote has no others. */
  isEmpty: boolean
  /** More are too many in any case. */
  most?: number
  codes: { empty: Code; many: Code }
}

/** Finds out why records stay that the remote no longer has, if they do. */
export function guardVanished<Code>(vanished: Vanished<Code>): Withheld<Code> | undefined {
  const { records, known, isEmpty, most = Infinity, codes } = vanished
  if (records === 0) return undefined
  if (isEmpty) return { records, code: codes.empty, reason: 'The remote is empty.' }
  if (records <= Math.min(most, known * MAX_SHARE)) return undefined
  const limit = records > known * MAX_SHARE ? 'a tenth' : most
  const reason = `That is more than ${limit} of ${formatCount(known, 'record')}.`
  return { records, code: codes.many, reason }
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
  if (!isComplete) {
    const reason = 'The remote could not be read completely.'
    return { records, code: 'harvest.incomplete', reason }
  }
  return guardVanished({
    records,
    known: state.countApplied(),
    isEmpty: state.countPresent() === 0,
    codes: { empty: 'harvest.empty', many: 'harvest.many_withdrawn' },
  })
}

export function describeWithheld(
  { records, reason }: Withheld<string>,
  consequence = 'Nothing is withdrawn',
): string {
  return `${consequence}, although the remote no longer has ${formatCount(records, 'record')}. ${reason} If that is right, add --yes.`
}
