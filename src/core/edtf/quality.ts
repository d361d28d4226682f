/** The qualifiers of a component: `?` uncertain, `~` approximate, `%` both. */
export type Quality = 'exact' | 'uncertain' | 'approximate' | 'both'

const BY_QUALIFIER: Record<string, Quality> = { '?': 'uncertain', '~': 'approximate', '%': 'both' }

/** Returns the quality that a qualifier means; `exact` for an empty text. */
export function parseQuality(mark: string): Quality {
  return BY_QUALIFIER[mark] ?? 'exact'
}

/** Combines two qualities of one component: uncertain and approximate make `both`. */
export function combine(one: Quality, other: Quality): Quality {
  if (one === 'exact' || one === other) return other
  return other === 'exact' ? one : 'both'
}

/** Returns by how many units a component of this quality widens in each direction. */
export function countWideningUnits(quality: Quality): number {
  if (quality === 'exact') return 0
  return quality === 'both' ? 2 : 1
}
