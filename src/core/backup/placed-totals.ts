import type { Manifest } from './manifest.ts'

const MAX_PROBLEMS = 20

/** Counts of the stored files of a new backup, and the first problems. */
export type PlacedTotals = Manifest['stored_files'] & {
  readonly problems: string[]
  addProblem(this: void, problem: string): void
}

export function createPlacedTotals(): PlacedTotals {
  const problems: string[] = []
  return {
    count: 0,
    bytes: 0,
    linked: 0,
    copied: 0,
    missing: 0,
    changed: 0,
    problems,
    addProblem(problem) {
      if (problems.length < MAX_PROBLEMS) problems.push(problem)
    },
  }
}
