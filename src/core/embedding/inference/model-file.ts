import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ZodType } from 'zod'
import { damagedFile, missingFile } from './model-error.ts'

/** Files of more than this are not parsed. The tokenizer of SigLIP 2 has 34 MB. */
const MAX_JSON_BYTES = 256 * 1024 ** 2

/**
 * Parses a JSON file of a model folder.
 * @throws CatalogError with the code `model_incomplete` or `model_damaged`
 */
export async function readModelJson<Value>(
  folder: string,
  file: string,
  schema: ZodType<Value>,
): Promise<Value> {
  const { success, data, error } = schema.safeParse(parseJson(file, await readText(folder, file)))
  if (success) return data
  const [issue] = error.issues
  const path = issue?.path.join('.') || 'its content'
  throw damagedFile(file, `has an invalid value (${path}: ${issue?.message})`)
}

/** Returns the size of a file in bytes; undefined if there is no such file. */
export async function findFileSize(folder: string, file: string): Promise<number | undefined> {
  const found = await stat(join(folder, file)).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

async function readText(folder: string, file: string): Promise<string> {
  const bytes = await findFileSize(folder, file)
  if (bytes === undefined) throw missingFile(file, folder)
  if (bytes > MAX_JSON_BYTES) throw damagedFile(file, `has ${bytes} bytes`)
  try {
    return await readFile(join(folder, file), 'utf8')
  } catch (error) {
    throw damagedFile(file, 'cannot be read', (error as Error).message)
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damagedFile(file, 'is not JSON')
  }
}
