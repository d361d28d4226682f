import {
  readRecordedDate,
  type RecordedDate,
  type RecordedDateOptions,
} from '../../core/edtf/recorded/recorded-date.ts'

/** A manifest repeats the same few hundred dates in thousands of rows. */
const MAX_CACHED = 10_000
const cached = new Map<string, RecordedDate>()

export function readCachedDate(text: string, options: RecordedDateOptions = {}): RecordedDate {
  const key = JSON.stringify([text, options])
  const known = cached.get(key)
  if (known !== undefined) return known
  const date = readRecordedDate(text, options)
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(key, date)
  return date
}

/** Returns the EDTF of a recorded date if it is certain. */
export function deriveEdtf(
  recorded: string,
  options: RecordedDateOptions | undefined,
): string | undefined {
  const { confidence, readings } = readCachedDate(recorded, options)
  return confidence === 'certain' ? readings[0]?.edtf : undefined
}
