import { MICROS_PER_SECOND, type Clock } from '../../../core/clock.ts'
import { MAX_DATE_TEXT } from '../../../core/limits.ts'
import { computeBounds } from '../../../core/model/edtf/bounds.ts'
import type { DateBounds } from '../../../core/model/edtf/edtf-bounds.ts'
import { toDayNumber } from '../../../core/model/edtf/days.ts'
import { EdtfError } from '../../../core/model/edtf/edtf-error.ts'
import { parseEdtf } from '../../../core/model/edtf/parse.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { RowReport } from './row-report.ts'
import { countCodePoints } from './text-length.ts'

const MICROS_PER_DAY = 24 * 60 * 60 * MICROS_PER_SECOND

/** The latest day that is not in the future anywhere, in days since 1970-01-01: UTC's tomorrow. */
export function getLatestDay(clock: Clock): number {
  return Math.floor(clock.now() / MICROS_PER_DAY) + 1
}

/**
 * Checks the EDTF date, also against the date as the source recorded it.
 * @param today in days since 1970-01-01; undefined to accept future dates
 */
export function checkDate(
  { values: { edtf_date: edtf, original_date: recorded } }: ManifestRow,
  today: number | undefined,
  report: RowReport,
): void {
  if (edtf === undefined) {
    const message = 'The cell is blank. Write XXXX if the date is unknown.'
    return report.error('edtf.missing', 'edtf_date', message, suggestEdtf(recorded))
  }
  if (countCodePoints(edtf) > MAX_DATE_TEXT) return
  try {
    checkBounds(computeBounds(parseEdtf(edtf)), recorded, today, report)
  } catch (error) {
    if (!(error instanceof EdtfError)) throw error
    const { message, suggestion } = error
    // The finding has its own member for the suggestion.
    const problem =
      suggestion === undefined ? message : message.replace(`: write ${suggestion}`, '')
    report.error('edtf.invalid', 'edtf_date', `Not an EDTF date: ${problem}.`, suggestion)
  }
}

/** Returns the recorded date in EDTF if it can be converted. */
function suggestEdtf(recorded: string | undefined): string | undefined {
  if (recorded === undefined || countCodePoints(recorded) > MAX_DATE_TEXT) return undefined
  try {
    parseEdtf(recorded)
    return recorded
  } catch (error) {
    if (!(error instanceof EdtfError)) throw error
    return error.suggestion
  }
}

function checkBounds(
  bounds: DateBounds,
  recorded: string | undefined,
  today: number | undefined,
  report: RowReport,
): void {
  if (today !== undefined && bounds.strictFrom > today) {
    report.error('edtf.future', 'edtf_date', 'The date is in the future.')
  } else if (recorded !== undefined && disagrees(bounds, recorded)) {
    const message = `The date does not cover any year in original_date (${JSON.stringify(recorded)}).`
    report.warning('edtf.disagrees', 'edtf_date', message)
  }
}

/** Compares only four-digit years, with a tolerance of one year for texts such as "before 1906". */
function disagrees({ fuzzyFrom, fuzzyTo }: DateBounds, recorded: string): boolean {
  const years = [...recorded.matchAll(/(?<!\d)[12]\d{3}(?!\d)/g)].map(([year]) => Number(year))
  if (years.length === 0) return false
  const first = toDayNumber(Math.min(...years) - 1, 1, 1)
  const last = toDayNumber(Math.max(...years) + 1, 12, 31)
  return last < fuzzyFrom || first > fuzzyTo
}
