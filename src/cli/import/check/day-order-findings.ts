import type { DayOrderCounter } from '../../dates/day-order-counter.ts'
import { manifestFinding, type Finding } from '../../tables/finding.ts'
import type { CheckOptions } from './check-options.ts'

/** Warns that dates were not derived although other dates of the column prove the order of day and month. */
export function listDayOrderFindings(
  counter: DayOrderCounter,
  { deriveEdtf, dates }: Pick<CheckOptions, 'deriveEdtf' | 'dates'>,
): Finding[] {
  if (deriveEdtf !== 'certain' || dates?.dayOrder !== undefined) return []
  const message = counter.describe()
  if (message === undefined) return []
  const column = 'original_date'
  return [manifestFinding('edtf.day_order', message, { severity: 'warning', column })]
}
