import type { DateTime } from './edtf.ts'
import { hasUnspecified } from './digits.ts'
import { parsePlainDate } from './parse-date.ts'
import { refusal, slice, type Stretch } from './stretch.ts'

const CLOCK = /^(\d\d):(\d\d):(\d\d)(.*)$/su
const SHIFT = /^[+-](\d\d)(?::(\d\d))?$/u
const LARGEST_SHIFT_HOURS = 14

/** Whether a time of day follows the date. */
export function isDateTime(text: string): boolean {
  return /[\dX?~%]T/u.test(text)
}

/** Reads a day with a time of day: `1985-04-12T23:20:30`, with `Z` or a difference from UTC or neither. */
export function parseDateTime(stretch: Stretch): DateTime {
  const border = stretch.text.indexOf('T')
  const [year, month, day] = wholeDay(slice(stretch, 0, border))
  const clock = slice(stretch, border + 1)
  const [, hours = '', minutes = '', seconds = '', shift = ''] = CLOCK.exec(clock.text) ?? []
  if (hours === '') throw refusal('a time of day is written hh:mm:ss', clock)
  if (Number(hours) > 23) throw refusal('hours run from 00 to 23', clock)
  if (Number(minutes) > 59) throw refusal('minutes run from 00 to 59', slice(clock, 3))
  if (Number(seconds) > 59) throw refusal('seconds run from 00 to 59', slice(clock, 6))
  checkShift(slice(clock, 8))
  return { kind: 'date-time', year, month, day, time: `${hours}:${minutes}:${seconds}`, shift }
}

function wholeDay(stretch: Stretch): [number, number, number] {
  const date = parsePlainDate(stretch)
  if (date.kind !== 'date' || date.month === null || date.day === null) {
    throw refusal('a time of day needs a date with year, month and day', stretch)
  }
  const parts = [date.year, date.month, date.day] as const
  if (parts.some((part) => part.quality !== 'exact' || hasUnspecified(part.digits))) {
    throw refusal('a time of day needs an exact date, without X, ?, ~ or %', stretch)
  }
  return [Number(date.year.digits), Number(date.month.digits), Number(date.day.digits)]
}

function checkShift(shift: Stretch): void {
  if (shift.text === '' || shift.text === 'Z') return
  const [, hours, minutes = '00'] = SHIFT.exec(shift.text) ?? []
  if (hours === undefined) {
    throw refusal('after the seconds follows nothing, Z, or a shift such as +04:30', shift)
  }
  if (Number(hours) > LARGEST_SHIFT_HOURS || Number(minutes) > 59) {
    throw refusal('a shift from UTC is at most 14 hours and 59 minutes', shift)
  }
  if (shift.text.startsWith('-') && Number(hours) + Number(minutes) === 0) {
    throw refusal('no shift from UTC is written Z', shift)
  }
}
