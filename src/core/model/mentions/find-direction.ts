import { parseTypedDirection } from '../geometry/typed-direction.ts'

/** A viewing direction that a text mentions, in degrees clockwise from north. */
export interface DirectionMention {
  /** As in the text: `looking east`. */
  text: string
  degrees: number
}

const ENGLISH = 'north(?:[- ]?(?:east|west))?|south(?:[- ]?(?:east|west))?|east|west'
const GERMAN = '(?:nord|süd)(?:ost|west)?en|osten|westen'
const FRENCH = '(?:nord|sud)(?:[- ]?(?:est|ouest))?|est|ouest'
const SPANISH = 'nor(?:te|este|oeste)|nordeste|sur(?:este|oeste)?|sud(?:este|oeste)|este|oeste'

/** The first group is the direction. `East of` and `east side` are positions of things, not directions of the camera. */
const PATTERNS = [
  `(?:looking|facing|viewed|view(?:ing)?)\\s+(?:to(?:wards?)?\\s+)?(?:the\\s+)?(${ENGLISH})(?:wards?|erly)?`,
  `(${ENGLISH})(?:ward|erly)\\s+view`,
  `(${ENGLISH})(?:wards?)?\\s+from`,
  `(?:blick|blickrichtung|gesehen)\\s+(?:nach|gegen|gen|richtung)\\s+(${GERMAN})`,
  `(?:vue|regardant|direction)\\s+(?:vers\\s+)?(?:le\\s+|l['’])?(${FRENCH})`,
  `(?:vista|mirando)\\s+(?:hacia|al)\\s+(?:el\\s+)?(${SPANISH})`,
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'iu'))

/** Finds the direction in which a text says that the camera looks; undefined if it says none. */
export function findDirectionMention(text: string): DirectionMention | undefined {
  for (const pattern of PATTERNS) {
    const [found, direction = ''] = pattern.exec(text) ?? []
    const degrees = parseTypedDirection(direction, '')
    if (found !== undefined && typeof degrees === 'number')
      return { text: found.replaceAll(/\s+/gu, ' '), degrees }
  }
  return undefined
}
