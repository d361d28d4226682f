import type { DateTime } from './edtf.ts'
import { hasUnspecified } from './digits.ts'
import { parsePlainDate } from './parse-date.ts'
import { errorAt, slice, type TextSpan } from './text-span.ts'

const CLOCK = /^(\d\d):(\d\d):(\d\d)(.*)$/su
const UTC_OFFSET = /^[+-](\d\d)(?::(\d\d))?$/u
const MAX_OFFSET_HOURS = 14

/** Whether a time of day follows the date. */
export function isDateTime(text: string): boolean {
  return /[\dX?~%]T/u.test(text)
}

/** Parses a day with a time of day and an optional UTC offset: `1985-04-12T23:20:30Z`. */
export function parseDateTime(span: TextSpan): DateTime {
  const border = span.text.indexOf('T')
  const [year, month, day] = parseExactDay(slice(span, 0, border))
  const clock = slice(span, border + 1)
  const [, hours = '', minutes = '', seconds = '', utcOffset = ''] = CLOCK.exec(clock.text) ?? []
  if (hours === '') throw errorAt('a time of day is written hh:mm:ss', clock)
  if (Number(hours) > 23) throw errorAt('hours run from 00 to 23', clock)
  if (Number(minutes) > 59) throw errorAt('minutes run from 00 to 59', slice(clock, 3))
  if (Number(seconds) > 59) throw errorAt('seconds run from 00 to 59', slice(clock, 6))
  checkOffset(slice(clock, 8))
  return { kind: 'date-time', year, month, day, time: `${hours}:${minutes}:${seconds}`, utcOffset }
}

function parseExactDay(span: TextSpan): [number, number, number] {
  const date = parsePlainDate(span)
  if (date.kind !== 'date' || date.month === null || date.day === null) {
    throw errorAt('a time of day needs a date with year, month and day', span)
  }
  const parts = [date.year, date.month, date.day] as const
  if (parts.some((part) => part.quality !== 'exact' || hasUnspecified(part.digits))) {
    throw errorAt('a time of day needs an exact date, without X, ?, ~ or %', span)
  }
  return [Number(date.year.digits), Number(date.month.digits), Number(date.day.digits)]
}

function checkOffset(utcOffset: TextSpan): void {
  if (utcOffset.text === '' || utcOffset.text === 'Z') return
  const [, hours, minutes = '00'] = UTC_OFFSET.exec(utcOffset.text) ?? []
  if (hours === undefined) {
    throw errorAt('only Z or a UTC offset such as +04:30 may follow the seconds', utcOffset)
  }
  if (Number(hours) > MAX_OFFSET_HOURS || Number(minutes) > 59) {
    throw errorAt('a UTC offset is at most 14 hours and 59 minutes', utcOffset)
  }
  if (utcOffset.text.startsWith('-') && Number(hours) + Number(minutes) === 0) {
    throw errorAt('a UTC offset of zero is written Z', utcOffset)
  }
}
