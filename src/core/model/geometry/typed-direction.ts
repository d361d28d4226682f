import { COMPASS_POINTS, parseCompassPoint } from './typed-compass.ts'

const FULL_CIRCLE = 360

/** Finer than anyone can tell from a photograph. */
const DECIMALS = 1

/** Prepositions and articles before a direction in words: `to the north`, `nach Osten`, `vers le sud`, `hacia el norte`. */
const LEADING_WORDS = /^(?:(?:to|towards?|nach|vers|hacia|the|le|el|al|au)\s+|l['’])+/iu

/** Brings a direction to at least 0 and less than 360 degrees, rounded to a tenth. */
export function normalizeDirection(degrees: number): number {
  const turned = ((degrees % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE
  return Number(turned.toFixed(DECIMALS)) % FULL_CIRCLE
}

/**
 * Parses a direction as people type it, in degrees clockwise from north: `118.5`, `118,5 °`, `-90`, and in words if
 * the language of the writer is known: `SW`, `nordwestlich`.
 * @returns null if the text is empty, undefined if it is something else
 */
export function parseTypedDirection(text: string, language?: string): number | null | undefined {
  const written = text.trim().replace(/\s*°$/, '').replace(',', '.')
  if (written === '') return null
  const degrees = /^[+\-−]?\d{1,3}(?:\.\d+)?$/.test(written)
    ? Number(written.replace('−', '-'))
    : Number.NaN
  if (Math.abs(degrees) <= FULL_CIRCLE) return normalizeDirection(degrees)
  return language === undefined ? undefined : parseWords(written, language)
}

function parseWords(text: string, language: string): number | undefined {
  const point = parseCompassPoint(text.slice(0, 60).replace(LEADING_WORDS, ''), language)
  return point && (COMPASS_POINTS.indexOf(point) * FULL_CIRCLE) / COMPASS_POINTS.length
}
