import { EdtfError } from './edtf-error.ts'
import { MONTH_NAMES } from './english.ts'

/** A way in which people write dates that EDTF writes otherwise. No legal date matches any of these. */
interface Mistake {
  pattern: RegExp
  problem: string
  /** The legal form; undefined where a guess would be rash. */
  instead?: (...groups: string[]) => string
}

/** May also be abbreviated to three letters, with or without a full stop; September to four. */
const MONTH = String.raw`(${MONTH_NAMES.map(abbreviable).join('|')}|sept)\.?`
const SEASONS = ['spring', 'summer', 'autumn', 'winter']

const pad = (digits: string) => digits.padStart(2, '0')

const MISTAKES: Mistake[] = [
  { pattern: /^$/u, problem: 'the date is empty' },
  {
    pattern: /^\s|\s$/u,
    problem: 'blanks before or after the date are not part of it',
  },
  {
    pattern: /^(?:n\.?d\.?|undated|unknown|no date)$/iu,
    problem: 'an unknown date is left out altogether',
  },
  {
    pattern: /^(\d\d)00'?s$/iu,
    problem: 'a decade is written 190X and a century 19XX',
    instead: (century) => `${century}0X or ${century}XX`,
  },
  {
    pattern: /^(\d{3})0'?s$/iu,
    problem: 'a decade is written with X',
    instead: (decade) => `${decade}X`,
  },
  {
    pattern: /^(?:c|ca|circa|about|approx|approximately)\.? ?(\d{3})0'?s$/iu,
    problem: 'an approximate decade is written with X and ~',
    instead: (decade) => `${decade}X~`,
  },
  {
    pattern: /^(?:c|ca|circa|about|approx|approximately)\.? ?(\d{4})$/iu,
    problem: 'an approximate date is marked with ~',
    instead: (year) => `${year}~`,
  },
  {
    pattern: /^(?=.{4}(?:$|\?$))(\d{1,3})([xu-]+)(\??)$/u,
    problem: 'unspecified digits are written with a capital X',
    instead: (known, missing, mark) => `${known}${missing.replace(/./gu, 'X')}${mark}`,
  },
  {
    pattern: /^(\d{1,2})(?:st|nd|rd|th) c(?:entury|ent\.?|\.)?$/iu,
    problem: 'a century is written with XX',
    instead: (number) => `${pad(String(Number(number) - 1))}XX`,
  },
  {
    pattern: /^(\d{4}) ?[-–—] ?(\d{4})$/u,
    problem: 'the two ends of an interval are parted by a slash',
    instead: (start, end) => `${start}/${end}`,
  },
  {
    pattern: /^(?:before|until|to|by) (\d{4})$/iu,
    problem: 'an interval without a beginning is written with ..',
    instead: (year) => `../${year}`,
  },
  {
    pattern: /^(?:after|since|from) (\d{4})$/iu,
    problem: 'an interval without an end is written with ..',
    instead: (year) => `${year}/..`,
  },
  {
    pattern: /^between (\d{4}) and (\d{4})$/iu,
    problem: 'a date between two others is written in brackets',
    instead: (start, end) => `[${start}..${end}]`,
  },
  {
    pattern: /^(\d{4}) or (\d{4})$/iu,
    problem: 'a choice of dates is written in brackets',
    instead: (one, other) => `[${one},${other}]`,
  },
  {
    pattern: /^\.\.(\d{4})$/u,
    problem: 'an open beginning is parted from the date by a slash',
    instead: (year) => `../${year}`,
  },
  {
    pattern: /^(\d{4})\.\.$/u,
    problem: 'an open end is parted from the date by a slash',
    instead: (year) => `${year}/..`,
  },
  {
    pattern: /^([^/]+)\/open$/iu,
    problem: 'an open end is written ..',
    instead: (start) => `${start}/..`,
  },
  {
    pattern: /^unknown\/([^/]+)$/iu,
    problem: 'an unknown beginning is left empty',
    instead: (end) => `/${end}`,
  },
  {
    pattern: /^([^/]+)\/unknown$/iu,
    problem: 'an unknown end is left empty',
    instead: (start) => `${start}/`,
  },
  {
    pattern: /^([^?~]+)(?:\?~|~\?)$/u,
    problem: 'uncertain and approximate at once is marked with %',
    instead: (date) => `${date}%`,
  },
  {
    pattern: /^\+(\d{4}(?:-.*)?)$/u,
    problem: 'a year takes no plus sign',
    instead: (date) => date,
  },
  {
    pattern: /^(\d{4})([01]\d)([0-3]\d)$/u,
    problem: 'year, month and day are parted by hyphens',
    instead: (year, month, day) => `${year}-${month}-${day}`,
  },
  {
    pattern: /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/u,
    problem: 'year, month and day are parted by hyphens',
    instead: (year, month, day) => `${year}-${pad(month)}-${pad(day)}`,
  },
  {
    pattern: /^(?!\d{4}-\d\d-\d\d$)(\d{4})-(\d{1,2})-(\d{1,2})$/u,
    problem: 'months and days have two digits',
    instead: (year, month, day) => `${year}-${pad(month)}-${pad(day)}`,
  },
  {
    pattern: /^(\d{1,3})$/u,
    problem: 'a year has four digits',
    instead: (year) => year.padStart(4, '0'),
  },
  {
    pattern: /^(\d{4})(0[1-9]|1[0-2])$/u,
    problem: 'year and month are parted by a hyphen',
    instead: (year, month) => `${year}-${month}`,
  },
  {
    pattern: /^([1-9]\d{4,})$/u,
    problem: 'a year of more than four digits begins with Y',
    instead: (year) => `Y${year}`,
  },
  {
    pattern: new RegExp(`^${MONTH},? (\\d{4})$`, 'iu'),
    problem: 'months are written as numbers',
    instead: (month, year) => `${year}-${monthNumber(month)}`,
  },
  {
    pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})$`, 'iu'),
    problem: 'months are written as numbers',
    instead: (day, month, year) => `${year}-${monthNumber(month)}-${pad(day)}`,
  },
  {
    pattern: new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'iu'),
    problem: 'months are written as numbers',
    instead: (month, day, year) => `${year}-${monthNumber(month)}-${pad(day)}`,
  },
  {
    pattern: new RegExp(`^(${SEASONS.join('|')}),? (\\d{4})$`, 'iu'),
    problem: 'seasons are written as numbers, 21 to 24',
    instead: (season, year) => `${year}-${21 + SEASONS.indexOf(season.toLowerCase())}`,
  },
]

/**
 * Refuses what people write often and EDTF never means, with the legal form.
 * @throws EdtfError
 */
export function refuseCommonMistake(text: string): void {
  for (const { pattern, problem, instead } of MISTAKES) {
    const match = pattern.exec(text)
    if (match === null) continue
    throw new EdtfError(problem, Math.max(0, text.search(/[^\dX]/u)), instead?.(...match.slice(1)))
  }
}

function abbreviable(name: string): string {
  return `${name.slice(0, 3)}(?:${name.slice(3)})?`
}

function monthNumber(word: string): string {
  const index = MONTH_NAMES.findIndex((name) => {
    return name.slice(0, 3).toLowerCase() === word.slice(0, 3).toLowerCase()
  })
  return pad(String(index + 1))
}
