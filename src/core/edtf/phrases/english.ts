import { formatYear, joinItems, type DatePhrases, type YearText } from './phrases.ts'

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const ERAS = { before: 'BC', since: 'AD' }

const QUALITIES = {
  approximate: 'approximate',
  uncertain: 'uncertain',
  both: 'uncertain and approximate',
  unknown: 'unknown',
}

export const english: DatePhrases = {
  unknownDate: 'Unknown date',
  unknownDateInside: 'an unknown date',
  months: MONTH_NAMES,
  seasons: { spring: 'spring', summer: 'summer', autumn: 'autumn', winter: 'winter' },
  hemispheres: { north: 'northern hemisphere', south: 'southern hemisphere' },
  thousandsSeparator: ',',
  year: (year) => formatYear(year, ERAS),
  largeYear: (number) => `year ${number}`,
  decade: (year) => (year >= 1000 ? `${year}s` : `${year}s AD`),
  century: (ordinal) => `${formatOrdinal(ordinal)} century`,
  millennium: (ordinal) => `${formatOrdinal(ordinal)} millennium`,
  unknownYear: (era) => (era === 'BC' ? 'unknown year BC' : 'unknown year'),
  fraction: ({ kind, ordinal }) => `${formatOrdinal(ordinal)} ${kind}`,
  day: String,
  dayOfMonth: (days, months) => `${days} ${months}`,
  dayOfUnknownMonth(days, year) {
    if (year.kind === 'unknown') return `day ${days} of an unknown month and year`
    const joiner = year.kind === 'year' ? 'in' : 'in the'
    return `day ${days} of an unknown month ${joiner} ${year.text}`
  },
  inYear,
  fractionOfYear(fraction, year) {
    if (year.kind === 'year') return `${fraction} of ${year.text}`
    return inYear(year.kind === 'unknown' ? fraction : `${fraction} of a year`, year)
  },
  enumerate: joinItems,
  qualify(text, quality) {
    const circa = quality === 'approximate' || quality === 'both' ? 'c. ' : ''
    const doubt = quality === 'uncertain' || quality === 'both' ? '?' : ''
    return `${circa}${text}${doubt}`
  },
  describeParts: (parts, quality) => `${joinItems(parts, 'and')} ${QUALITIES[quality]}`,
  before: (date) => `before ${date}`,
  after: (date) => `after ${date}`,
  fromUnknownTo: (date) => `from an unknown date to ${date}`,
  fromToUnknown: (date) => `from ${date} to an unknown date`,
  between: (start, end) => `between ${start} and ${end}`,
  allOf: (range) => `all of ${range}`,
  orEarlier: (date, conjunction) => `${date} ${conjunction} earlier`,
  orLater: (date, conjunction) => `${date} ${conjunction} later`,
}

function inYear(part: string, { text, kind }: YearText): string {
  if (kind === 'year') return `${part} ${text}`
  return kind === 'unknown' ? `${part} of an ${text}` : `${part} in the ${text}`
}

/** "1st", "2nd", "3rd", "11th". */
function formatOrdinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13
  const ending = teen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return `${number}${ending ?? 'th'}`
}
