import { resolve } from 'node:path'
import type { Cli } from '../cli.ts'
import { formatCount } from '../terminal/format.ts'
import type { FileFormat } from '../tables/write-rows.ts'
import { hint, printRecord } from '../terminal/output.ts'

/** The result of a command that writes a table. */
export interface WrittenTable {
  /** Absolute path. */
  file: string
  format: FileFormat
  rows: number
  columns: number
  warnings: number
}

/** Reports a written table: as a hint to people, as a record to programs. Standard output may be the table itself. */
export function reportWritten<Result extends Omit<WrittenTable, 'file'>>(
  cli: Cli,
  path: string,
  result: Result,
): void {
  if (path === '-') return
  if (cli.globals.output !== 'human') printRecord(cli, { file: resolve(cli.cwd, path), ...result })
  else hint(cli, `Written: ${path} (${formatCount(result.rows, 'row')})`)
}
