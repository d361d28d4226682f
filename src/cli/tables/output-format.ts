import { extname } from 'node:path'
import type { FileFormat } from './write-rows.ts'

const FORMATS_BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.xlsx': 'xlsx',
}

/** Finds the format that the extension of a path names. */
export function findFormatOf(path: string): FileFormat | undefined {
  return FORMATS_BY_EXTENSION[extname(path).toLowerCase()]
}
