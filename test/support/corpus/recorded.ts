import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Verdict } from './specimen.ts'

/** The verdicts of files that were altered at random. */
export const VERDICTS = fileURLToPath(
  new URL('../../../fixtures/goldens/picture-verdicts.json', import.meta.url),
)

export async function readVerdicts(): Promise<Record<string, Verdict>> {
  return JSON.parse(await readFile(VERDICTS, 'utf8')) as Record<string, Verdict>
}
