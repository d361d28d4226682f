import type { FileMetadata } from './metadata/file-metadata.ts'

/** The dates of an image, as dates in EDTF. */
export interface JudgedDates {
  /** When the photograph was taken. Undefined if the date may be that of a scan. */
  original?: string
  digitized?: string
}

/** Before this year, cameras and scanners did not write dates into files, so a person did. */
const FIRST_DIGITAL_YEAR = 1990

/** Dates of clocks that were never set. */
const CLOCK_EPOCHS = new Set(['1970-01-01', '1980-01-01'])

/**
 * Decides whether a recorded date is that of the photograph. Scanners, and cameras that reproduce prints, write the
 * day of the scan as the day on which the photograph was taken. The recorded date is therefore believed only if it
 * is before 1990, or if the file also records a later day of digitization.
 * @param used metadata of the sources whose dates may be used, in order of preference
 * @param all metadata of all sources
 */
export function judgeDates(
  used: readonly FileMetadata[],
  all: readonly FileMetadata[],
): JudgedDates {
  const recorded = used.flatMap(({ created = [] }) => created)
  const digitizations = all.flatMap(({ digitized }) => digitized ?? [])
  const original = recorded.find((date) => isOriginal(date, digitizations))
  const digitized =
    digitizations[0] ??
    recorded.find((date) => date !== original && !isOriginal(date, digitizations)) ??
    all.find(({ fileCreated }) => fileCreated)?.fileCreated
  return { ...(original && { original }), ...(digitized && { digitized }) }
}

function isOriginal(date: string, digitizations: readonly string[]): boolean {
  if (CLOCK_EPOCHS.has(date)) return false
  if (Number(date.slice(0, 4)) < FIRST_DIGITAL_YEAR) return true
  return digitizations.some((day) => isLater(day, date))
}

/** Compares as far as both dates are known. */
function isLater(one: string, other: string): boolean {
  const known = Math.min(one.length, other.length)
  return one.slice(0, known) > other.slice(0, known)
}
