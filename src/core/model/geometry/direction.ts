export const FULL_CIRCLE = 360

/** Finer than anyone can tell from a photograph. */
const DECIMALS = 1

/** Brings a direction to at least 0 and less than 360 degrees, rounded to a tenth. */
export function normalizeDirection(degrees: number): number {
  const turned = ((degrees % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE
  return Number(turned.toFixed(DECIMALS)) % FULL_CIRCLE
}
