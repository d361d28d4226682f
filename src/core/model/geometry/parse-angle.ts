import { MAX_LATITUDE, MAX_LONGITUDE } from './coordinate-limits.ts'

const NUMBER = String.raw`\d{1,3}(?:\.\d+)?`

/** Optional letter, sign, degrees, minutes and seconds, and the letter again: `N 40° 45.5`, `-73:59:10`, `40 45 30 N`. */
const ANGLE = new RegExp(
  String.raw`^(?<before>[NSEW]?)\s*(?<sign>[+\-−]?)(?<parts>${NUMBER}(?:[°º:\s]\s*${NUMBER}(?:[′’':\s]\s*${NUMBER})?)?)\s*(?:[°º′’'″”"]|'')?\s*(?<after>[NSEW]?)$`,
  'iu',
)

/** Longer texts are something else. */
const MAX_LENGTH = 40

/** Names of the two coordinates, with the letters and the limit of each. */
const AXES = {
  latitude: { positive: 'N', negative: 'S', most: MAX_LATITUDE },
  longitude: { positive: 'E', negative: 'W', most: MAX_LONGITUDE },
} as const

/**
 * Parses a latitude or longitude in a table: decimal degrees, or degrees, minutes and seconds.
 * @returns degrees; undefined if the text is something else, or out of range
 */
export function parseAngle(text: string, axis: keyof typeof AXES): number | undefined {
  const { side, parts } = splitAngle(text.trim())
  const { positive, negative, most } = AXES[axis]
  if (!['', '+', '-', positive, negative].includes(side)) return undefined
  const degrees = toDegrees(parts)
  if (degrees === undefined || degrees > most) return undefined
  return degrees !== 0 && ['-', negative].includes(side) ? -degrees : degrees
}

/** Splits off the sign or the letter. There are no parts if the text is no angle. */
function splitAngle(text: string): { side: string; parts: string[] } {
  const found = text.length <= MAX_LENGTH ? ANGLE.exec(text)?.groups : undefined
  if (found === undefined) return { side: '', parts: [] }
  const side = [found.sign?.replace('−', '-'), found.before, found.after].join('').toUpperCase()
  return { side, parts: (found.parts ?? '').split(/[°º:′’'\s]+/u) }
}

/** Only the last part may have decimals. */
function toDegrees(parts: readonly string[]): number | undefined {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map((part) =>
    part === '' ? Number.NaN : Number(part),
  )
  const isWhole = parts.slice(0, -1).every((part) => !part.includes('.'))
  const isValid = isWhole && minutes < 60 && seconds < 60 && !Number.isNaN(degrees)
  return isValid ? degrees + minutes / 60 + seconds / 3600 : undefined
}
