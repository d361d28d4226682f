const FULL_CIRCLE = 360

/** Finer than anyone can tell from a photograph. */
const DECIMALS = 1

/** Brings a direction to at least 0 and less than 360 degrees, rounded to a tenth. */
export function normalizeDirection(degrees: number): number {
  const turned = ((degrees % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE
  return Number(turned.toFixed(DECIMALS)) % FULL_CIRCLE
}

/**
 * Parses a direction as people type it, in degrees clockwise from north: `118.5`, `118,5 °`, `-90`.
 * @returns null if the text is empty, undefined if it is something else
 */
export function parseTypedDirection(text: string): number | null | undefined {
  const written = text.trim().replace(/\s*°$/, '').replace(',', '.')
  if (written === '') return null
  const degrees = /^[+\-−]?\d{1,3}(?:\.\d+)?$/.test(written)
    ? Number(written.replace('−', '-'))
    : Number.NaN
  return Math.abs(degrees) <= FULL_CIRCLE ? normalizeDirection(degrees) : undefined
}
