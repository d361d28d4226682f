/**
 * Verdicts on a georeference by the validations of other users: `confirmed` if there are some as correct and none as
 * incorrect, `refuted` if the reverse, `disputed` if both, and `unchecked` if neither.
 */
export const PLACEMENT_VERDICTS = ['unchecked', 'confirmed', 'disputed', 'refuted'] as const
export type PlacementVerdict = (typeof PLACEMENT_VERDICTS)[number]

/** Numbers of validations of a georeference. `validation_count` includes those that are uncertain. */
export interface ValidationCounts {
  validation_count: number
  correct_count: number
  incorrect_count: number
}

type DecisiveCounts = Pick<ValidationCounts, 'correct_count' | 'incorrect_count'>

export function findVerdict({ correct_count, incorrect_count }: DecisiveCounts): PlacementVerdict {
  if (correct_count > 0) return incorrect_count > 0 ? 'disputed' : 'confirmed'
  return incorrect_count > 0 ? 'refuted' : 'unchecked'
}

/** The standard normal quantile of a confidence level of 95%. */
const Z = 1.96

/**
 * Scores a georeference by the lower bound of the Wilson interval of the share of validations as correct: 0 to 1 with
 * four decimals, and 0 without validations. An uncertain one counts as half correct and half incorrect.
 */
export function scoreValidations(counts: ValidationCounts): number {
  const { validation_count: count, correct_count, incorrect_count } = counts
  if (count === 0) return 0
  const share = (count + correct_count - incorrect_count) / (2 * count)
  const spread = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * count)) / count)
  const bound = (share + Z ** 2 / (2 * count) - spread) / (1 + Z ** 2 / count)
  return Math.max(0, Math.round(bound * 10_000) / 10_000)
}
