import {
  formatRoman,
  formatYear,
  joinItems,
  listMonthNames,
  type DatePhrases,
  type PartName,
  type YearText,
} from './phrases.ts'

const ERAS = { before: 'av. J.-C.', since: 'apr. J.-C.' }
const CONJUNCTIONS = { and: 'et', or: 'ou' }
const FRACTIONS = { quarter: 'trimestre', third: 'quadrimestre', half: 'semestre' }
const PARTS = { day: 'jour', month: 'mois', year: 'année', season: 'saison' }

/** Before a question mark and between groups of digits. */
const NARROW_SPACE = '\u202F'

const QUALITIES = {
  approximate: ['approximatif'],
  uncertain: ['incertain'],
  both: ['incertain', 'approximatif'],
  unknown: ['inconnu'],
}

export const french: DatePhrases = {
  unknownDate: 'Date inconnue',
  unknownDateInside: 'date inconnue',
  months: listMonthNames('fr'),
  seasons: { spring: 'printemps', summer: 'été', autumn: 'automne', winter: 'hiver' },
  hemispheres: { north: 'hémisphère nord', south: 'hémisphère sud' },
  thousandsSeparator: NARROW_SPACE,
  year: (year) => formatYear(year, ERAS),
  largeYear: (number) => `année ${number}`,
  decade: (year) => (year >= 1000 ? `années ${year}` : `années ${year} ${ERAS.since}`),
  century: (ordinal) => `${formatOrdinal(formatRoman(ordinal))} siècle`,
  millennium: (ordinal) => `${formatOrdinal(formatRoman(ordinal))} millénaire`,
  unknownYear: (era) => (era === 'BC' ? `année inconnue ${ERAS.before}` : 'année inconnue'),
  fraction: ({ kind, ordinal }) => `${formatOrdinal(String(ordinal))} ${FRACTIONS[kind]}`,
  day: (day) => (day === 1 ? '1er' : String(day)),
  dayOfMonth: (days, months) => `${days} ${months}`,
  dayOfUnknownMonth(days, year) {
    if (year.kind === 'unknown') return `${days} d’un mois et d’une année inconnus`
    const month = `${days} d’un mois inconnu`
    return year.kind === 'year' ? `${month} de ${year.text}` : inYear(month, year)
  },
  inYear,
  fractionOfYear: (fraction, year) =>
    inYear(
      year.kind === 'year' || year.kind === 'unknown' ? fraction : `${fraction} d’une année`,
      year,
    ),
  enumerate: (items, conjunction) => joinItems(items, CONJUNCTIONS[conjunction]),
  qualify(text, quality) {
    const circa = quality === 'approximate' || quality === 'both'
    const doubt = quality === 'uncertain' || quality === 'both' ? `${NARROW_SPACE}?` : ''
    return `${circa ? `vers ${addArticle(text)}` : text}${doubt}`
  },
  describeParts(parts, quality) {
    const names = parts.map((part) => PARTS[part])
    const adjectives = QUALITIES[quality].map((adjective) => agree(adjective, parts))
    return `${joinItems(names, 'et')} ${joinItems(adjectives, 'et')}`
  },
  before: (date) => `avant ${toObject(date)}`,
  after: (date) => `après ${toObject(date)}`,
  fromUnknownTo: (date) => `début inconnu – ${date}`,
  fromToUnknown: (date) => `${date} – fin inconnue`,
  between: (start, end) => `entre ${toObject(start)} et ${toObject(end)}`,
  allOf: (range) => `${range} (toutes les dates)`,
  orEarlier: (date, conjunction) => `${date} ${CONJUNCTIONS[conjunction]} avant`,
  orLater: (date, conjunction) => `${date} ${CONJUNCTIONS[conjunction]} après`,
}

function inYear(part: string, { text, kind }: YearText): string {
  if (kind === 'year') return `${part} ${text}`
  if (kind === 'unknown') return `${part} d’une ${text}`
  return kind === 'decade' ? `${part} dans les ${text}` : `${part} au ${text}`
}

function formatOrdinal(number: string): string {
  return number === '1' || number === 'I' ? `${number}er` : `${number}e`
}

/** Inflects an adjective for what it describes. A mix of genders is masculine. */
function agree(adjective: string, parts: readonly PartName[]): string {
  const isFeminine = parts.every((part) => part === 'year' || part === 'season')
  const feminine = adjective.endsWith('f') ? adjective.replace(/f$/u, 've') : `${adjective}e`
  return `${isFeminine ? feminine : adjective}${parts.length > 1 ? 's' : ''}`
}

/** Puts a date behind a preposition: "le 3 mai 1906", "1906 environ". */
function toObject(date: string): string {
  return addArticle(date).replace(/^vers (.*?)(\s\?)?$/u, '$1 environ$2')
}

/** "le 3 mai 1906", "les années 1890", "le XIXe siècle"; a year or a month has no article. */
function addArticle(date: string): string {
  return date
    .replace(/^(?!\d+ (?:av|apr)\.)(\d{1,2}(?:er|e)?)(?![\d?\p{L}])/u, 'le $1')
    .replace(/^([IVXLC]+er? |printemps|(?=hiver)|(?=automne))/u, 'le $1')
    .replace(/^le (?=hiver|automne)/u, 'l’')
    .replace(/^(été|année )/u, 'l’$1')
    .replace(/^années/u, 'les années')
    .replace(/^date inconnue/u, 'une date inconnue')
}
