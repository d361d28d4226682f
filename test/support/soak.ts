import { writeFileSync } from 'node:fs'
import process, { env, exit } from 'node:process'

/** The result of a campaign for the table of `npm run soak`. */
export interface SoakResult {
  /** The amount of work, such as "100,000 requests". */
  size: string
  /** Undefined for campaigns without randomness. */
  seed?: number
  failures: number
  figures: Record<string, number | string>
}

/** The file from which `npm run soak` reads the result of a campaign. */
export const RESULT_VARIABLE = 'SOAK_RESULT'

/** Reads a number such as KILLS from the environment; `SCALE=0.01` scales the defaults. */
export function sizeOf(name: string, standard: number): number {
  const { [name]: given, SCALE: scale = '1' } = env
  return given === undefined ? Math.max(1, Math.round(standard * Number(scale))) : Number(given)
}

export function seedOf(standard: number): number {
  return Number(env.SEED ?? standard)
}

/** Time for the campaign to dispose of its resources, after which the process exits anyway. */
const CLOSING_MS = 120_000

/** Stores the result for the table, and sets the exit code 1 if anything failed. */
export function endCampaign(result: SoakResult): void {
  const file = env[RESULT_VARIABLE]
  if (file !== undefined) writeFileSync(file, JSON.stringify(result))
  console.log(JSON.stringify(result.figures))
  console.log(result.failures === 0 ? 'no failure' : `${result.failures} FAILURES`)
  process.exitCode = result.failures === 0 ? 0 : 1
  setTimeout(() => exit(), CLOSING_MS).unref()
}
