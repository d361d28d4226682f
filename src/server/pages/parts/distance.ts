import type { Language } from '../../../core/base/languages.ts'

/** Formats a distance: `84 m`, `1.2 km`, `120 km`. @param meters the distance */
export function formatDistance(language: Language, meters: number): string {
  const isFar = meters >= 1000
  const value = isFar ? meters / 1000 : meters
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    maximumFractionDigits: isFar && value < 10 ? 1 : 0,
  }).format(value)
}
