import { basename, dirname, extname, join } from 'node:path'
import type { ManifestFormat } from './table.ts'
import type { FileFormat } from './write-rows.ts'

const FORMATS_BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.xlsx': 'xlsx',
}

/** Returns the format of a copy: the same one if tables are written in it. */
export function toFileFormat(format: ManifestFormat): FileFormat {
  if (format === 'folder') return 'csv'
  return format === 'ods' ? 'xlsx' : format
}

/** Adds a word to the name of a table for a copy: `album.csv` → `album.checked.csv`. */
export function nameCopy(path: string, format: ManifestFormat, word: string): string {
  if (format === 'folder') return join(path, `${word}.csv`)
  const extension = extname(path)
  const written = format === 'ods' ? '.xlsx' : extension
  return join(dirname(path), `${basename(path, extension)}.${word}${written}`)
}

/** Finds the format that the extension of a path names. */
export function findFormatOf(path: string): FileFormat | undefined {
  return FORMATS_BY_EXTENSION[extname(path).toLowerCase()]
}
