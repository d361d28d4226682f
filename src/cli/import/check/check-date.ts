import { MICROS_PER_SECOND, type Clock } from '../../../core/base/clock.ts'
import { MAX_DATE_TEXT } from '../../../core/edtf/edtf.ts'
import { computeBoundsOfDigits } from '../../../core/edtf/bounds.ts'
import type { DateBounds } from '../../../core/edtf/single-date-bounds.ts'
import { toDayNumber } from '../../../core/edtf/days.ts'
import { EdtfError } from '../../../core/edtf/edtf-error.ts'
import { parseEdtf } from '../../../core/edtf/parse.ts'
import { readCachedDate } from '../../dates/read-cached.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import type { CheckOptions } from './check-options.ts'
import type { RowReport } from './row-report.ts'
import { countCodePoints } from './text-length.ts'

interface DateCheckOptions extends Pick<CheckOptions, 'dates'> {
  /** In days since 1970-01-01; undefined to accept future dates. */
  today?: number | undefined
}

const MICROS_PER_DAY = 24 * 60 * 60 * MICROS_PER_SECOND

/** The latest day that is not in the future anywhere, in days since 1970-01-01: UTC's tomorrow. */
export function getLatestDay(clock: Clock): number {
  return Math.floor(clock.now() / MICROS_PER_DAY) + 1
}

/** Checks the EDTF date, also against the date as the source recorded it. */
export function checkDate(
  { values: { edtf_date: edtf, original_date: recorded } }: ManifestRow,
  options: DateCheckOptions,
  report: RowReport,
): void {
  if (edtf === undefined) return reportMissing(recorded, options, report)
  if (countCodePoints(edtf) > MAX_DATE_TEXT) return
  try {
    const bounds = computeBoundsOfDigits(parseEdtf(edtf))
    if (options.today !== undefined && bounds.strictFrom > options.today) {
      report.error('edtf.future', 'edtf_date', 'The date is in the future.')
    } else if (recorded !== undefined) checkAgreement(bounds, { recorded, options }, report)
  } catch (error) {
    if (!(error instanceof EdtfError)) throw error
    const { message, suggestion } = error
    // The finding has its own member for the suggestion.
    const problem =
      suggestion === undefined ? message : message.replace(`: write ${suggestion}`, '')
    report.error('edtf.invalid', 'edtf_date', `Not an EDTF date: ${problem}.`, suggestion)
  }
}

/** Suggests the EDTF of the recorded date if it has one reading, lists several, or says why it has none. */
function reportMissing(
  recorded: string | undefined,
  { dates }: DateCheckOptions,
  report: RowReport,
): void {
  const { readings, reason } = readCachedDate(recorded ?? '', dates)
  const [only, ...others] = readings.map(({ edtf }) => edtf)
  const isAmbiguous = others.length > 0
  const isUnread = recorded !== undefined && reason !== null
  const problem = isUnread ? `, and original_date is not understood: ${reason}` : ''
  const advice = isAmbiguous
    ? `original_date means ${[only, ...others].join(' or ')}.`
    : 'Write XXXX if the date is unknown.'
  const message = `The cell is blank${problem}. ${advice}`
  report.error('edtf.missing', 'edtf_date', message, isAmbiguous ? undefined : only)
}

/** Compares the date with what the recorded date means, or else with its years. */
function checkAgreement(
  bounds: DateBounds,
  { recorded, options }: { recorded: string; options: DateCheckOptions },
  report: RowReport,
): void {
  const readings = readCachedDate(recorded, options.dates).readings.map(({ edtf }) => edtf)
  const isRead = readings.length > 0
  const agrees = isRead
    ? readings.some((edtf) => overlaps(bounds, computeBoundsOfDigits(parseEdtf(edtf))))
    : !disagreesWithYears(bounds, recorded)
  if (agrees) return
  const meaning = readings.join(' or ')
  const text = `original_date (${JSON.stringify(recorded)})`
  const message = isRead
    ? `The date does not overlap with ${text}${meaning === recorded ? '' : `, which means ${meaning}`}.`
    : `The date does not cover any year in ${text}.`
  report.warning('edtf.disagrees', 'edtf_date', message)
}

function overlaps(one: DateBounds, other: DateBounds): boolean {
  return one.fuzzyFrom <= other.fuzzyTo && other.fuzzyFrom <= one.fuzzyTo
}

/** Compares only four-digit years, with a tolerance of one year. */
function disagreesWithYears({ fuzzyFrom, fuzzyTo }: DateBounds, recorded: string): boolean {
  const years = [...recorded.matchAll(/(?<!\d)[12]\d{3}(?!\d)/g)].map(([year]) => Number(year))
  if (years.length === 0) return false
  const first = toDayNumber(Math.min(...years) - 1, 1, 1)
  const last = toDayNumber(Math.max(...years) + 1, 12, 31)
  return last < fuzzyFrom || first > fuzzyTo
}
