import { EdtfError } from './edtf-error.ts'
import { MONTH_NAMES } from './phrases/english.ts'

/** A common notation that EDTF does not allow. No valid date matches it. */
interface Mistake {
  pattern: RegExp
  problem: string
  /** Returns the valid notation; undefined if the meaning is not clear. */
  suggest?: (...groups: string[]) => string
}

/** The name or its first three letters (`sept` for September), with or without a period. */
const MONTH = String.raw`(${MONTH_NAMES.map(buildAbbreviationPattern).join('|')}|sept)\.?`
const SEASONS = ['spring', 'summer', 'autumn', 'winter']

const pad = (digits: string) => digits.padStart(2, '0')

const MISTAKES: Mistake[] = [
  { pattern: /^$/u, problem: 'the date is empty' },
  {
    pattern: /^\s|\s$/u,
    problem: 'a date has no spaces before or after it',
  },
  {
    pattern: /^(?:n\.?d\.?|undated|unknown|no date)$/iu,
    problem: 'an unknown date is left empty',
  },
  {
    pattern: /^(\d\d)00'?s$/iu,
    problem: 'a decade is written 190X and a century 19XX',
    suggest: (century) => `${century}0X or ${century}XX`,
  },
  {
    pattern: /^(\d{3})0'?s$/iu,
    problem: 'a decade is written with X',
    suggest: (decade) => `${decade}X`,
  },
  {
    pattern: /^(?:c|ca|circa|about|approx|approximately)\.? ?(\d{3})0'?s$/iu,
    problem: 'an approximate decade is written with X and ~',
    suggest: (decade) => `${decade}X~`,
  },
  {
    pattern: /^(?:c|ca|circa|about|approx|approximately)\.? ?(\d{4})$/iu,
    problem: 'an approximate date is marked with ~',
    suggest: (year) => `${year}~`,
  },
  {
    pattern: /^(?=.{4}(?:$|\?$))(\d{1,3})([xu-]+)(\??)$/u,
    problem: 'unspecified digits are written with a capital X',
    suggest: (known, missing, mark) => `${known}${missing.replace(/./gu, 'X')}${mark}`,
  },
  {
    pattern: /^(\d{1,2})(?:st|nd|rd|th) c(?:entury|ent\.?|\.)?$/iu,
    problem: 'a century is written with XX',
    suggest: (number) => `${pad(String(Number(number) - 1))}XX`,
  },
  {
    pattern: /^(\d{4}) ?[-–—] ?(\d{4})$/u,
    problem: 'a slash separates the two ends of an interval',
    suggest: (start, end) => `${start}/${end}`,
  },
  {
    pattern: /^(?:before|until|to|by) (\d{4})$/iu,
    problem: 'an interval without a beginning is written with ..',
    suggest: (year) => `../${year}`,
  },
  {
    pattern: /^(?:after|since|from) (\d{4})$/iu,
    problem: 'an interval without an end is written with ..',
    suggest: (year) => `${year}/..`,
  },
  {
    pattern: /^between (\d{4}) and (\d{4})$/iu,
    problem: 'a date between two others is written in brackets',
    suggest: (start, end) => `[${start}..${end}]`,
  },
  {
    pattern: /^(\d{4}) or (\d{4})$/iu,
    problem: 'a choice of dates is written in brackets',
    suggest: (one, other) => `[${one},${other}]`,
  },
  {
    pattern: /^\.\.(\d{4})$/u,
    problem: 'a slash separates an open beginning from the date',
    suggest: (year) => `../${year}`,
  },
  {
    pattern: /^(\d{4})\.\.$/u,
    problem: 'a slash separates an open end from the date',
    suggest: (year) => `${year}/..`,
  },
  {
    pattern: /^([^/]+)\/open$/iu,
    problem: 'an open end is written ..',
    suggest: (start) => `${start}/..`,
  },
  {
    pattern: /^unknown\/([^/]+)$/iu,
    problem: 'an unknown beginning is left empty',
    suggest: (end) => `/${end}`,
  },
  {
    pattern: /^([^/]+)\/unknown$/iu,
    problem: 'an unknown end is left empty',
    suggest: (start) => `${start}/`,
  },
  {
    pattern: /^([^?~]+)(?:\?~|~\?)$/u,
    problem: 'a date that is both uncertain and approximate is marked with %',
    suggest: (date) => `${date}%`,
  },
  {
    pattern: /^\+(\d{4}(?:-.*)?)$/u,
    problem: 'a year has no plus sign',
    suggest: (date) => date,
  },
  {
    pattern: /^(\d{4})([01]\d)([0-3]\d)$/u,
    problem: 'hyphens separate year, month and day',
    suggest: (year, month, day) => `${year}-${month}-${day}`,
  },
  {
    pattern: /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/u,
    problem: 'hyphens separate year, month and day',
    suggest: (year, month, day) => `${year}-${pad(month)}-${pad(day)}`,
  },
  {
    pattern: /^(?!\d{4}-\d\d-\d\d$)(\d{4})-(\d{1,2})-(\d{1,2})$/u,
    problem: 'months and days have two digits',
    suggest: (year, month, day) => `${year}-${pad(month)}-${pad(day)}`,
  },
  {
    pattern: /^(\d{1,3})$/u,
    problem: 'a year has four digits',
    suggest: (year) => year.padStart(4, '0'),
  },
  {
    pattern: /^(\d{4})(0[1-9]|1[0-2])$/u,
    problem: 'a hyphen separates year and month',
    suggest: (year, month) => `${year}-${month}`,
  },
  {
    pattern: /^([1-9]\d{4,})$/u,
    problem: 'a year of more than four digits begins with Y',
    suggest: (year) => `Y${year}`,
  },
  {
    pattern: new RegExp(`^${MONTH},? (\\d{4})$`, 'iu'),
    problem: 'months are written as numbers',
    suggest: (month, year) => `${year}-${parseMonthName(month)}`,
  },
  {
    pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})$`, 'iu'),
    problem: 'months are written as numbers',
    suggest: (day, month, year) => `${year}-${parseMonthName(month)}-${pad(day)}`,
  },
  {
    pattern: new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'iu'),
    problem: 'months are written as numbers',
    suggest: (month, day, year) => `${year}-${parseMonthName(month)}-${pad(day)}`,
  },
  {
    pattern: new RegExp(`^(${SEASONS.join('|')}),? (\\d{4})$`, 'iu'),
    problem: 'seasons are written as numbers, 21 to 24',
    suggest: (season, year) => `${year}-${21 + SEASONS.indexOf(season.toLowerCase())}`,
  },
]

/**
 * Rejects common notations that EDTF does not allow, and suggests the valid one if there is one: not for 31 Feb 1920.
 * @throws EdtfError
 */
export function refuseCommonMistake(text: string, isValid: (text: string) => boolean): void {
  for (const { pattern, problem, suggest } of MISTAKES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const suggestion = suggest?.(...match.slice(1))
    // "1900s" has two: "190X or 19XX".
    const isUseful = suggestion !== text && suggestion?.split(' or ').every(isValid)
    const offset = Math.max(0, text.search(/[^\dX]/u))
    throw new EdtfError(problem, offset, isUseful ? suggestion : undefined)
  }
}

function buildAbbreviationPattern(name: string): string {
  return `${name.slice(0, 3)}(?:${name.slice(3)})?`
}

function parseMonthName(word: string): string {
  const index = MONTH_NAMES.findIndex((name) => {
    return name.slice(0, 3).toLowerCase() === word.slice(0, 3).toLowerCase()
  })
  return pad(String(index + 1))
}
