import { writeFileSync } from 'node:fs'
import { env, exit } from 'node:process'

/** What a campaign that has ended tells `npm run soak` for its table. */
export interface SoakResult {
  /** What was done: "100,000 requests". */
  size: string
  /** Undefined for campaigns without chance. */
  seed?: number
  failures: number
  figures: Record<string, number | string>
}

/** The file that `npm run soak` reads the result of a campaign from. */
export const RESULT_VARIABLE = 'SOAK_RESULT'

/** A number from the environment, such as KILLS; `SCALE=0.01` makes all that are not given smaller. */
export function sizeOf(name: string, standard: number): number {
  const { [name]: given, SCALE: scale = '1' } = env
  return given === undefined ? Math.max(1, Math.round(standard * Number(scale))) : Number(given)
}

export function seedOf(standard: number): number {
  return Number(env.SEED ?? standard)
}

/** Leaves the result for the table and ends the process: with 1 when anything failed. */
export function endCampaign(result: SoakResult): never {
  const file = env[RESULT_VARIABLE]
  if (file !== undefined) writeFileSync(file, JSON.stringify(result))
  console.log(result.failures === 0 ? 'no failure' : `${result.failures} FAILURES`)
  return exit(result.failures === 0 ? 0 : 1)
}
