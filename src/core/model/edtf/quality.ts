/** How sure a component is: `?` uncertain, `~` approximate, `%` both at once. */
export type Quality = 'exact' | 'uncertain' | 'approximate' | 'both'

const BY_MARK: Record<string, Quality> = { '?': 'uncertain', '~': 'approximate', '%': 'both' }

/** The quality that a mark, or the lack of one, stands for. */
export function qualityOf(mark: string): Quality {
  return BY_MARK[mark] ?? 'exact'
}

/** Two marks that bear on one component add up: uncertain and approximate make both. */
export function combine(one: Quality, other: Quality): Quality {
  if (one === 'exact' || one === other) return other
  return other === 'exact' ? one : 'both'
}

/** By how many units a component of this quality widens either way. */
export function unitsWidened(quality: Quality): number {
  if (quality === 'exact') return 0
  return quality === 'both' ? 2 : 1
}
