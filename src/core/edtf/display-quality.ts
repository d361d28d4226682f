import type { Part } from './edtf.ts'
import { isUnknown } from './digits.ts'
import type { DatePhrases, PartName } from './phrases/phrases.ts'
import type { Quality } from './quality.ts'

/**
 * Adds the quality of a date to its text: as one qualifier if all parts have the same quality, else as a note about
 * each part that is not exact, in the order of `parts`.
 */
export function addQualityByPart(
  text: string,
  parts: readonly NamedPart[],
  { phrases, otherNote }: { phrases: DatePhrases; otherNote: string | null },
): string {
  const known = parts.flatMap(([name, part]) => findQuality(name, part))
  const qualities = new Set(known.map(({ quality }) => quality))
  const [common = 'exact'] = qualities
  const uniform = qualities.size === 1
  const notes = [
    ...(uniform ? [] : listUnsureParts(known, phrases)),
    ...(otherNote === null ? [] : [otherNote]),
  ]
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`
  return `${phrases.qualify(text, uniform ? common : 'exact')}${note}`
}

/** A part with its quality; null if the date has no such part. */
type NamedPart = readonly [name: PartName, part: Part | Quality | null]

interface NamedQuality {
  name: PartName
  quality: Quality
}

/** A component without a known digit has no quality. */
function findQuality(name: PartName, part: Part | Quality | null): NamedQuality[] {
  if (part === null) return []
  if (typeof part === 'string') return [{ name, quality: part }]
  return isUnknown(part.digits) ? [] : [{ name, quality: part.quality }]
}

function listUnsureParts(parts: readonly NamedQuality[], phrases: DatePhrases): string[] {
  return (['approximate', 'uncertain', 'both'] as const).flatMap((quality) => {
    const names = parts.filter((part) => part.quality === quality).map(({ name }) => name)
    return names.length === 0 ? [] : [phrases.describeParts(names, quality)]
  })
}
