import { env } from 'node:process'

/** Multiplies the runs of expensive properties in `npm run soak properties`. */
export const FACTOR_VARIABLE = 'PROPERTY_RUNS_FACTOR'

/** Returns the number of runs of an expensive property: few in the tests, many in the soak. */
export function runsOf(standard: number): number {
  return standard * Number(env[FACTOR_VARIABLE] ?? 1)
}
