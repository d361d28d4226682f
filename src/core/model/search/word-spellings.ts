/** Kinds of streets that names may lack, with their abbreviations, by language. */
const STREETS = {
  en: [
    ['street', 'st', 'str'],
    ['avenue', 'ave', 'av'],
    ['boulevard', 'blvd', 'bd', 'boul'],
    ['road', 'rd'],
  ],
  de: [['straße', 'strasse', 'str']],
  fr: [
    ['rue', 'r'],
    ['avenue', 'av'],
    ['boulevard', 'bd', 'boul', 'blvd'],
  ],
  es: [
    ['calle', 'c'],
    ['avenida', 'av', 'avda', 'avd'],
  ],
} as const

/** Other words of names that are often abbreviated, by language. */
const OTHERS = {
  en: [
    ['place', 'pl'],
    ['square', 'sq'],
    ['drive', 'dr'],
    ['lane', 'ln'],
    ['court', 'ct'],
    ['saint', 'st'],
    ['mount', 'mt'],
    ['fort', 'ft'],
    ['building', 'bldg'],
    ['bridge', 'br'],
    ['corner', 'cor'],
    ['north', 'n'],
    ['south', 's'],
    ['east', 'e'],
    ['west', 'w'],
  ],
  de: [
    ['platz', 'pl'],
    ['sankt', 'st'],
  ],
  fr: [
    ['place', 'pl'],
    ['faubourg', 'fbg', 'fg'],
    ['saint', 'st'],
    ['sainte', 'ste'],
  ],
  es: [
    ['plaza', 'pza', 'plza', 'pl'],
    ['carretera', 'ctra'],
    ['santa', 'sta'],
    ['santo', 'sto'],
    ['nuestra', 'ntra'],
  ],
} as const

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

const STREET_SPELLINGS = Object.values(STREETS).flat()
const SPELLINGS: readonly (readonly string[])[] = [
  ...STREET_SPELLINGS,
  ...Object.values(OTHERS).flat(),
  ...ORDINALS.map((word, index) => [word, ...listNumberSpellings(index + 1)]),
]

const WORD = /[\p{Alphabetic}\p{Nd}]+/gu

/** Words beyond these are not compared one by one. */
const MAX_WORDS = 12

/** The spellings of a word that count as the same. */
export type WordSpellings = readonly [string, ...string[]]

/**
 * Lists the words of a query, each in all its spellings, in lower case. Beside two other words, those for kinds of
 * streets are left out: titles say `53rd Street Lexington` for `Lexington Ave 53 st`.
 */
export function listQueryWords(query: string): WordSpellings[] {
  const all = query.normalize('NFC').toLowerCase().match(WORD) ?? []
  const words = [...new Set(all)]
  const names = words.filter((word) => !isStreet(word))
  const compared = names.length < 2 ? words : names
  return compared.slice(0, MAX_WORDS).map(listSpellings)
}

/** A single letter is rather a name, as in `Avenue C`. */
function isStreet(word: string): boolean {
  if (word.length === 1) return false
  return STREET_SPELLINGS.some((spellings) => (spellings as readonly string[]).includes(word))
}

function listSpellings(word: string): WordSpellings {
  const [, number] = /^(\d{1,3})(?:st|nd|rd|th)?$/u.exec(word) ?? []
  const known = SPELLINGS.filter((spellings) => spellings.includes(word)).flat()
  const numbers = number === undefined ? [] : listNumberSpellings(Number(number))
  const others = [...known, ...numbers, ...listCompounds(word)].filter((other) => other !== word)
  return [word, ...new Set(others)]
}

/** `53` and `53rd`. */
function listNumberSpellings(number: number): string[] {
  const isTeen = Math.floor(number / 10) % 10 === 1
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return [String(number), `${number}${ending ?? 'th'}`]
}

/** German compounds: `hauptstr`, `hauptstraße` and `hauptstrasse`. */
function listCompounds(word: string): string[] {
  const [, start] = /^(.{3,})str(?:aße|asse)?$/u.exec(word) ?? []
  return start === undefined ? [] : ['straße', 'strasse', 'str'].map((end) => start + end)
}
