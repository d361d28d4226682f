import {
  formatRoman,
  formatYear,
  joinItems,
  listMonthNames,
  type Conjunction,
  type DatePhrases,
  type PartName,
  type YearText,
} from './phrases.ts'

const ERAS = { before: 'a. C.', since: 'd. C.' }
const FRACTIONS = { quarter: 'trimestre', third: 'cuatrimestre', half: 'semestre' }
const PARTS = { day: 'día', month: 'mes', year: 'año', season: 'estación' }

const QUALITIES = {
  approximate: ['aproximad'],
  uncertain: ['dudos'],
  both: ['dudos', 'aproximad'],
  unknown: ['desconocid'],
}

export const spanish: DatePhrases = {
  unknownDate: 'Fecha desconocida',
  unknownDateInside: 'fecha desconocida',
  months: listMonthNames('es'),
  seasons: { spring: 'primavera', summer: 'verano', autumn: 'otoño', winter: 'invierno' },
  hemispheres: { north: 'hemisferio norte', south: 'hemisferio sur' },
  thousandsSeparator: '\u202F',
  year: (year) => formatYear(year, ERAS),
  largeYear: (number) => `año ${number}`,
  decade: (year) => (year >= 1000 ? `década de ${year}` : `década de ${year} ${ERAS.since}`),
  century: (ordinal) => `siglo ${formatRoman(ordinal)}`,
  millennium: (ordinal) => `${formatRoman(ordinal)} milenio`,
  unknownYear: (era) => (era === 'BC' ? `año desconocido ${ERAS.before}` : 'año desconocido'),
  fraction: ({ kind, ordinal }) =>
    `${ordinal}.${ordinal === 1 || ordinal === 3 ? 'er' : 'º'} ${FRACTIONS[kind]}`,
  day: String,
  dayOfMonth: (days, months) => `${days} de ${months}`,
  dayOfUnknownMonth: (days, year) =>
    year.kind === 'unknown'
      ? `día ${days} de un mes y año desconocidos`
      : inYear(`día ${days} de un mes desconocido`, year),
  inYear,
  fractionOfYear: (fraction, year) =>
    inYear(
      year.kind === 'year' || year.kind === 'unknown' ? fraction : `${fraction} de un año`,
      year,
    ),
  enumerate,
  qualify(text, quality) {
    const circa = quality === 'approximate' || quality === 'both'
    const doubt = quality === 'uncertain' || quality === 'both' ? '?' : ''
    return `${circa ? `hacia ${addArticle(text)}` : text}${doubt}`
  },
  describeParts(parts, quality) {
    const names = parts.map((part) => PARTS[part])
    const adjectives = QUALITIES[quality].map((stem) => stem + findEnding(parts))
    return `${enumerate(names, 'and')} ${enumerate(adjectives, 'and')}`
  },
  before: (date) => joinDe('antes', date),
  after: (date) => joinDe('después', date),
  fromUnknownTo: (date) => `comienzo desconocido – ${date}`,
  fromToUnknown: (date) => `${date} – fin desconocido`,
  between: (start, end) => `entre ${enumerate([toObject(start), toObject(end)], 'and')}`,
  allOf: (range) => `${range} (todas las fechas)`,
  orEarlier: (date, conjunction) => `${date} ${conjunction === 'or' ? 'o' : 'y'} antes`,
  orLater: (date, conjunction) => `${date} ${conjunction === 'or' ? 'o' : 'y'} después`,
}

/** "a y b", but "verano e invierno" and "septiembre u octubre" before the same sound. */
function enumerate(items: readonly string[], conjunction: Conjunction): string {
  const last = items.at(-1) ?? ''
  if (conjunction === 'and') return joinItems(items, last.startsWith('i') ? 'e' : 'y')
  return joinItems(items, /^(?:o|8|11\b)/u.test(last) ? 'u' : 'o')
}

function inYear(part: string, { text, kind }: YearText): string {
  return kind === 'unknown' ? `${part} de un ${text}` : joinDe(part, text)
}

/** Inflects an adjective for what it describes. A mix of genders is masculine. */
function findEnding(parts: readonly PartName[]): string {
  const isFeminine = parts.every((part) => part === 'season')
  return `${isFeminine ? 'a' : 'o'}${parts.length > 1 ? 's' : ''}`
}

function joinDe(text: string, date: string): string {
  return `${text} de ${toObject(date)}`.replace(' de el ', ' del ')
}

/** Puts a date behind a preposition: "el 3 de mayo de 1906", "1906 aprox." */
function toObject(date: string): string {
  return addArticle(date).replace(/^hacia (.*?)(\?)?$/u, '$1 aprox.$2')
}

/** "el 3 de mayo de 1906", "la década de 1890", "el siglo XIX"; a year or a month has no article. */
function addArticle(date: string): string {
  return date
    .replace(/^(?!\d+ [ad]\. C\.)(\d{1,2})(?![\d?])/u, 'el $1')
    .replace(/^(siglo|[IVXLC]+ milenio|verano|otoño|invierno|año )/u, 'el $1')
    .replace(/^(década|primavera)/u, 'la $1')
    .replace(/^fecha desconocida/u, 'una fecha desconocida')
}
