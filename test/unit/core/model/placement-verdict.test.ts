import { expect, test } from 'vitest'
import { findVerdict, scoreValidations } from '../../../../src/core/model/placement-verdict.ts'

const count = (correct_count: number, incorrect_count: number, uncertain = 0) => ({
  validation_count: correct_count + incorrect_count + uncertain,
  correct_count,
  incorrect_count,
})

test.each([
  { counts: count(0, 0), verdict: 'unchecked', score: 0 },
  { counts: count(1, 0), verdict: 'confirmed', score: 0.2065 },
  { counts: count(2, 0), verdict: 'confirmed', score: 0.3424 },
  { counts: count(10, 0), verdict: 'confirmed', score: 0.7225 },
  { counts: count(1, 1), verdict: 'disputed', score: 0.0945 },
  { counts: count(0, 1), verdict: 'refuted', score: 0 },
  { counts: count(0, 1000), verdict: 'refuted', score: 0 },
  // An uncertain validation is half correct and half incorrect.
  { counts: count(0, 0, 2), verdict: 'unchecked', score: 0.0945 },
  { counts: count(3, 0, 1), verdict: 'confirmed', score: 0.3958 },
])('finds $verdict with the score $score for $counts', ({ counts, verdict, score }) => {
  expect(findVerdict(counts)).toBe(verdict)
  expect(scoreValidations(counts)).toBe(score)
})
