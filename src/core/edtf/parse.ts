import { refuseCommonMistake } from './common-mistakes.ts'
import { EdtfError } from './edtf-error.ts'
import { MAX_DATE_TEXT, type Edtf } from './edtf.ts'
import { parsePlainDate } from './parse-date.ts'
import { isDateTime, parseDateTime } from './parse-date-time.ts'
import { parseInterval } from './parse-interval.ts'
import { isSet, parseSet } from './parse-set.ts'

/**
 * Parses a date in the Extended Date/Time Format of 2019 (a profile of ISO 8601-2), levels 0, 1 and 2. Strict: rejects
 * spaces, days that do not exist, and more than MAX_DATE_TEXT characters.
 * @throws EdtfError whose message names the problem and its position
 */
export function parseEdtf(text: string): Edtf {
  if (text.length > MAX_DATE_TEXT) {
    throw new EdtfError(`a date has at most ${MAX_DATE_TEXT} characters`, MAX_DATE_TEXT)
  }
  refuseCommonMistake(text, isValidEdtf)
  const whole = { text, offset: 0 }
  if (isSet(text)) return parseSet(whole)
  if (text.includes('/')) return parseInterval(whole)
  if (isDateTime(text)) return parseDateTime(whole)
  return parsePlainDate(whole)
}

/** Whether a text is an EDTF date. */
export function isValidEdtf(text: string): boolean {
  try {
    parseEdtf(text)
    return true
  } catch (error) {
    if (error instanceof EdtfError) return false
    throw error
  }
}
