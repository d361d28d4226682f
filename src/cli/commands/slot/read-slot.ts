import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { UploadSlot } from '../../../core/contract/import.ts'
import { CatalogError, invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { slotResponse } from '../../import/check/response-schemas.ts'

/**
 * Reads a slot from the output of `catalog slot request --json`.
 * @param given path of the file, or `-` for standard input
 * @throws CatalogError kind `not_found` if the file cannot be read, `invalid` if it does not contain a slot
 */
export async function readSlot(cli: Cli, given: string): Promise<UploadSlot> {
  const parsed = slotResponse.safeParse(await readJson(cli, given))
  if (parsed.success) return parsed.data
  throw invalid(
    'slot',
    `${nameSource(given)} does not contain a slot. Create one with: catalog slot request --json`,
  )
}

/** Returns the slot id, given itself or in a file. */
export async function readSlotId(cli: Cli, given: string): Promise<string> {
  if (z.uuid().safeParse(given).success) return given
  return (await readSlot(cli, given)).slot_id
}

/** Reads the body of a commit. @throws CatalogError like `readJson`, also `invalid` for another JSON value */
export async function readJsonObject(cli: Cli, given: string): Promise<object> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(cli, given))
  if (parsed.success) return parsed.data
  throw invalid('--body', 'must be a file that contains a JSON object')
}

/** @throws CatalogError kind `not_found` if the file cannot be read, `invalid` if it is not JSON */
async function readJson(cli: Cli, given: string): Promise<unknown> {
  const content = given === '-' ? await text(cli.stdin) : await readText(resolve(cli.cwd, given))
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new CatalogError(
      'invalid',
      `${nameSource(given)} is not valid JSON: ${(error as Error).message}.`,
      {
        code: 'not_json',
        cause: error,
      },
    )
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const message = `Cannot read ${path}: ${(error as Error).message}.`
    throw new CatalogError('not_found', message, { cause: error })
  }
}

function nameSource(given: string): string {
  return given === '-' ? 'Standard input' : given
}
