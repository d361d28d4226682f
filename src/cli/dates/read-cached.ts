import { readRecordedDate, type RecordedDate } from '../../core/edtf/recorded/recorded-date.ts'

/** A manifest repeats the same few hundred dates in thousands of rows. */
const MAX_CACHED = 10_000
const cached = new Map<string, RecordedDate>()

/** Reads a recorded date in any language. */
export function readCachedDate(text: string): RecordedDate {
  const known = cached.get(text)
  if (known !== undefined) return known
  const date = readRecordedDate(text)
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(text, date)
  return date
}

/** Returns the EDTF of a recorded date if it is certain. */
export function deriveEdtf(recorded: string): string | undefined {
  const { confidence, readings } = readCachedDate(recorded)
  return confidence === 'certain' ? readings[0]?.edtf : undefined
}
