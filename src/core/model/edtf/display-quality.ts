import type { Part } from './edtf.ts'
import { enumerate } from './english.ts'
import { isUnknown } from './digits.ts'
import type { Quality } from './quality.ts'

/** "c. 1920", "1920?", "c. 1920?" */
export function addQuality(text: string, quality: Quality): string {
  const circa = quality === 'approximate' || quality === 'both' ? 'c. ' : ''
  const doubt = quality === 'uncertain' || quality === 'both' ? '?' : ''
  return `${circa}${text}${doubt}`
}

/**
 * Adds the quality of a date to its text: as one qualifier if all parts have the same quality, else as a note about
 * each part that is not exact, in the order of `parts`.
 */
export function addQualityByPart(
  text: string,
  parts: Record<string, Part | Quality | null>,
  otherNote: string | null,
): string {
  const known = Object.entries(parts).flatMap(([name, part]) => findQuality(name, part))
  const qualities = new Set(known.map(({ quality }) => quality))
  const [common = 'exact'] = qualities
  const uniform = qualities.size === 1
  const notes = [
    ...(uniform ? [] : listUnsureParts(known)),
    ...(otherNote === null ? [] : [otherNote]),
  ]
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`
  return `${addQuality(text, uniform ? common : 'exact')}${note}`
}

interface NamedQuality {
  name: string
  quality: Quality
}

/** A component without a known digit has no quality. */
function findQuality(name: string, part: Part | Quality | null): NamedQuality[] {
  if (part === null) return []
  if (typeof part === 'string') return [{ name, quality: part }]
  return isUnknown(part.digits) ? [] : [{ name, quality: part.quality }]
}

function listUnsureParts(parts: NamedQuality[]): string[] {
  const words: [Quality, string][] = [
    ['approximate', 'approximate'],
    ['uncertain', 'uncertain'],
    ['both', 'uncertain and approximate'],
  ]
  return words.flatMap(([quality, word]) => {
    const names = parts.filter((part) => part.quality === quality).map(({ name }) => name)
    return names.length === 0 ? [] : [`${enumerate(names, 'and')} ${word}`]
  })
}
