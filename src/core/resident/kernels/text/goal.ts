import { patternSize } from './pattern'

/*
 * A scan looks for similarities that exceed a goal: at first the greatest one that is too small, then the greatest one
 * found in the row.
 *
 * An extent with c shared and f foreign distinct trigrams exceeds a goal s if c / (p + f) > s, where p is the size of
 * the pattern; that is, if c - s f > s p. The left side is called the value of the extent. In a sum of values, each
 * trigram counts for itself. Values are integers, in units of 1 / UNIT trigrams, and rounded up, while the value to reach is
 * rounded down: so all bounds hold exactly.
 */

/** The value of a shared trigram. */
export const UNIT: i32 = 1 << 14

/** Below all values. A sum of it and a value does not overflow. */
export const NO_VALUE: i32 = -(1 << 30)

/** The similarity to exceed. */
export let goal: f32 = 0

/** Reduction of a value by half a foreign trigram. */
export let halfPenalty: i32 = 0

/** The least value of an extent that exceeds the goal. */
export let goalValue: i32 = 0

/** The least number of shared distinct trigrams of an extent that exceeds the goal. */
export let goalShared: u32 = 0

export function setGoal(similarity: f32): void {
  const exact = similarity as f64
  goal = similarity
  halfPenalty = (((UNIT / 2) as f64) * exact) as i32
  goalValue = ((((UNIT * patternSize) as f64) * exact) as i32) + 1
  goalShared = countNeeded(patternSize, similarity)
}

/** Returns the least number of trigrams that an extent shares with a pattern of so many if it exceeds a similarity. */
export function countNeeded(size: u32, similarity: f32): u32 {
  return (((size as f64) * (similarity as f64)) as u32) + 1
}

export function raiseGoal(similarity: f32): void {
  if (similarity > goal) setGoal(similarity)
}
