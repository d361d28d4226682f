import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatTimestamp } from '../../core/base/clock.ts'
import { invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'

/** Appends a line of JSON with the time to the log file. Never throws: a full disk must not end an import. */
export type LogToFile = (entry: Record<string, unknown>) => void

/**
 * Opens the file of `--log-file`, which other users cannot read.
 * @throws CatalogError kind `invalid` if it cannot be written
 */
export function openLogFile(cli: Pick<Cli, 'cwd' | 'clock'>, file: string): LogToFile {
  const path = resolve(cli.cwd, file)
  const append = (text: string): void => appendFileSync(path, text, { mode: 0o600 })
  try {
    append('')
  } catch (error) {
    throw invalid('--log-file', `cannot write ${path}: ${(error as Error).message}`)
  }
  return (entry) => {
    try {
      append(`${JSON.stringify({ time: formatTimestamp(cli.clock.now()), ...entry })}\n`)
    } catch {
      // The result of the command matters more than its log.
    }
  }
}
