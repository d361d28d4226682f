import { writeFileSync } from 'node:fs'
import process, { env, exit } from 'node:process'

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

/** Time to dispose of what the campaign has open; whatever keeps the process longer is cut off. */
const CLOSING_MS = 30_000

/** Leaves the result for the table and has the process end with 1 if anything failed. */
export function endCampaign(result: SoakResult): void {
  const file = env[RESULT_VARIABLE]
  if (file !== undefined) writeFileSync(file, JSON.stringify(result))
  console.log(JSON.stringify(result.figures))
  console.log(result.failures === 0 ? 'no failure' : `${result.failures} FAILURES`)
  process.exitCode = result.failures === 0 ? 0 : 1
  setTimeout(() => exit(), CLOSING_MS).unref()
}
