import { refuseCommonMistake } from './common-mistakes.ts'
import type { Edtf } from './edtf.ts'
import { parsePlainDate } from './parse-date.ts'
import { isDateTime, parseDateTime } from './parse-date-time.ts'
import { parseInterval } from './parse-interval.ts'
import { isSet, parseSet } from './parse-set.ts'

/**
 * Reads a date in the Extended Date/Time Format of 2019 (the profile of ISO 8601-2), levels 0, 1 and 2.
 * Strict: a blank is refused, and so is a day that the calendar does not have.
 * @throws EdtfError whose message tells a person what is wrong and at which position.
 */
export function parseEdtf(text: string): Edtf {
  refuseCommonMistake(text)
  const whole = { text, at: 0 }
  if (isSet(text)) return parseSet(whole)
  if (text.includes('/')) return parseInterval(whole)
  if (isDateTime(text)) return parseDateTime(whole)
  return parsePlainDate(whole)
}
