import {
  formatYear,
  joinItems,
  listMonthNames,
  type DatePhrases,
  type YearText,
} from './phrases.ts'

const ERAS = { before: 'v. Chr.', since: 'n. Chr.' }
const CONJUNCTIONS = { and: 'und', or: 'oder' }
const FRACTIONS = { quarter: 'Quartal', third: 'Jahresdrittel', half: 'Halbjahr' }
const PARTS = { day: 'Tag', month: 'Monat', year: 'Jahr', season: 'Jahreszeit' }

const QUALITIES = {
  approximate: 'ungefähr',
  uncertain: 'unsicher',
  both: 'unsicher und ungefähr',
  unknown: 'unbekannt',
}

export const german: DatePhrases = {
  unknownDate: 'Datum unbekannt',
  unknownDateInside: 'unbekanntes Datum',
  months: listMonthNames('de'),
  seasons: { spring: 'Frühling', summer: 'Sommer', autumn: 'Herbst', winter: 'Winter' },
  hemispheres: { north: 'Nordhalbkugel', south: 'Südhalbkugel' },
  thousandsSeparator: '.',
  year: (year) => formatYear(year, ERAS),
  largeYear: (number) => `Jahr ${number}`,
  decade: (year) => (year >= 1000 ? `${year}er Jahre` : `${year}er Jahre ${ERAS.since}`),
  century: (ordinal) => `${ordinal}. Jahrhundert`,
  millennium: (ordinal) => `${ordinal}. Jahrtausend`,
  unknownYear: (era) => (era === 'BC' ? `unbekanntes Jahr ${ERAS.before}` : 'unbekanntes Jahr'),
  fraction: ({ kind, ordinal }) => `${ordinal}. ${FRACTIONS[kind]}`,
  day: (day) => `${day}.`,
  dayOfMonth: (days, months) => `${days} ${months}`,
  dayOfUnknownMonth: (days, year) =>
    year.kind === 'unknown'
      ? `${days} eines unbekannten Monats und Jahres`
      : inYear(`${days} eines unbekannten Monats`, year),
  inYear,
  fractionOfYear: (fraction, year) =>
    inYear(
      year.kind === 'year' || year.kind === 'unknown' ? fraction : `${fraction} eines Jahres`,
      year,
    ),
  enumerate: (items, conjunction) => joinItems(items, CONJUNCTIONS[conjunction]),
  qualify(text, quality) {
    const doubt = quality === 'uncertain' || quality === 'both' ? '?' : ''
    if (quality !== 'approximate' && quality !== 'both') return text + doubt
    return `${/^\d+(?: [nv]\. Chr\.)?$/u.test(text) ? 'um' : 'ca.'} ${text}${doubt}`
  },
  describeParts(parts, quality) {
    const names = parts.map((part) => PARTS[part])
    return `${joinItems(names, 'und')} ${QUALITIES[quality]}`
  },
  before: (date) => `vor ${toDative(date)}`,
  after: (date) => `nach ${toDative(date)}`,
  fromUnknownTo: (date) => `Beginn unbekannt – ${date}`,
  fromToUnknown: (date) => `${date} – Ende unbekannt`,
  between: (start, end) => `zwischen ${toDative(start)} und ${toDative(end)}`,
  allOf: (range) => `${range} (alle Daten)`,
  orEarlier: (date, conjunction) => `${date} ${CONJUNCTIONS[conjunction]} früher`,
  orLater: (date, conjunction) => `${date} ${CONJUNCTIONS[conjunction]} später`,
}

function inYear(part: string, { text, kind }: YearText): string {
  if (kind === 'year') return `${part} ${text}`
  if (kind === 'decade') return `${part} in ${toDative(text)}`
  if (kind !== 'unknown') return `${part} im ${text}`
  return `${part} ${text.replace('unbekanntes Jahr', 'eines unbekannten Jahres')}`
}

/** Puts a date behind a preposition: "dem 3. September 1956", "den 1890er Jahren", "ca. 1906". */
function toDative(date: string): string {
  return date
    .replace(/^(\d+er Jahre)/u, 'den $1n')
    .replace(/^(\d+\.|Frühling|Sommer|Herbst|Winter|Jahr )/u, 'dem $1')
    .replace(/^unbekanntes/u, 'unbekanntem')
    .replace(/^um /u, 'ca. ')
}
