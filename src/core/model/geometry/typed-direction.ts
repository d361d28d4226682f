import { FULL_CIRCLE, normalizeDirection } from './direction.ts'
import { COMPASS_POINTS, parseCompassPoint } from './typed-compass.ts'

/** Prepositions and articles before a direction in words: `to the north`, `nach Osten`, `vers le sud`, `hacia el norte`. */
const LEADING_WORDS = /^(?:(?:to|towards?|nach|vers|hacia|the|le|el|al|au)\s+|l['’])+/iu

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
