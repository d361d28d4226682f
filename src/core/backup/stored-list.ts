import * as z from 'zod'
import { readLines } from '../dump/read-lines.ts'
import { CatalogError } from '../base/errors.ts'
import { STORED_LIST } from './backup-folder.ts'
import { damaged } from './damaged-backup.ts'

const MAX_LINE_BYTES = 1000

const storedFileSchema = z.union([
  z.strictObject({
    path: z.string(),
    size: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** The ETag of an object in a bucket when the backup was made. */
    etag: z.string().max(200).optional(),
  }),
  /** It was missing when the backup was made. */
  z.strictObject({ path: z.string(), missing: z.literal(true) }),
])

/** A line of the list of stored files, in the order of `nameFiles`. The path is the key in the store. */
export type StoredListLine = z.infer<typeof storedFileSchema>

export function formatLine(line: StoredListLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Reads the list line by line. @throws DamagedBackup that names an invalid line */
export async function* readStoredList(path: string): AsyncGenerator<StoredListLine> {
  try {
    for await (const { text, number } of readLines(path, MAX_LINE_BYTES)) {
      yield parseLine(text, number)
    }
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
    throw damaged('stored_list', STORED_LIST, `${STORED_LIST}: ${error.message}`)
  }
}

function parseLine(text: string, number: number): StoredListLine {
  try {
    return storedFileSchema.parse(JSON.parse(text))
  } catch {
    throw damaged('stored_list', STORED_LIST, `Line ${number} of ${STORED_LIST} is not valid.`)
  }
}
