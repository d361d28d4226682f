import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Verdict } from './specimen.ts'

/** The recorded verdicts of randomly altered files. */
export const VERDICTS = fileURLToPath(
  new URL('../../../fixtures/goldens/picture-verdicts.json', import.meta.url),
)

export async function readVerdicts(): Promise<Record<string, Verdict>> {
  return JSON.parse(await readFile(VERDICTS, 'utf8')) as Record<string, Verdict>
}
