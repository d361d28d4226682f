import { findDirectionMention, type DirectionMention } from './find-direction.ts'
import { toWords } from '../gazetteer/named-place.ts'
import { findStreets, type StreetMention } from './find-streets.ts'

/** Mentions of places and of the viewing direction in the texts of an image. */
export interface Mentions {
  /** Crossings and streets, the most specific first. */
  places: string[]
  direction: DirectionMention | undefined
}

const MAX_PLACES = 4

/** Descriptions may be long, and begin with what matters. */
const MAX_TEXT = 2000

/** Words and signs between the streets of a crossing. */
const AT =
  /^[\s,]*(?:[-–—/&]|and|at|near|(?:at )?(?:the )?(?:[NSEW. ]*|\p{L}+ )cor(?:ner|\.)(?: of)?|und|Ecke|et|angle|à l['’]angle de|y|esquina(?: con)?)[\s,]*$/iu

/** Finds the mentions in the title and the description of an image. Those of the title come first. */
export function findMentions(texts: readonly string[]): Mentions {
  const read = texts.map((text) => text.slice(0, MAX_TEXT))
  const streets = read.map((text) => ({ text, streets: findStreets(text) }))
  const crossings = streets.flatMap((one) => findCrossings(one.text, one.streets))
  const names = streets.flatMap((one) => one.streets.map(({ name }) => name))
  return {
    places: selectDistinct([...crossings.slice(0, 2), ...names]),
    direction: read.map(findDirectionMention).find((found) => found !== undefined),
  }
}

function findCrossings(text: string, streets: readonly StreetMention[]): string[] {
  return streets.slice(1).flatMap((street, index) => {
    const before = streets[index]
    if (!before || !AT.test(text.slice(before.end, street.start))) return []
    return before.name === street.name ? [] : [`${before.name} & ${street.name}`]
  })
}

/** Leaves out other spellings of the same name. */
function selectDistinct(places: readonly string[]): string[] {
  const chosen = new Map<string, string>()
  for (const place of places) {
    const words = toWords(place).join(' ')
    if (!chosen.has(words)) chosen.set(words, place)
  }
  return [...chosen.values()].slice(0, MAX_PLACES)
}
