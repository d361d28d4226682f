import type { Reads } from '../engine/sqlite/store.ts'
import { linesPath } from './dump-folder.ts'
import { blamingLine } from './line-error.ts'
import { readDump } from './parse-line.ts'

/**
 * The first pass: everything that can be told of each line by itself, before anything is changed.
 * @throws CatalogError kind `invalid` about the first bad line
 */
export async function checkDump(reads: Reads, directory: string): Promise<void> {
  for await (const line of readDump(linesPath(directory))) {
    await blamingLine(line, async () => line.type.check?.(line.value, { reads, directory }))
  }
}
