import { statfs } from 'node:fs/promises'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { formatBytes, formatCount } from '../terminal/format.ts'
import { listImports } from '../import/journal/import-registry.ts'
import { openReadOnlyJournal } from '../import/journal/journal-reader.ts'
import { describeImport } from '../import/report/status.ts'
import { quoteForShell } from '../terminal/quote-for-shell.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MIN_FREE_BYTES = 100_000_000

/** Checks that journals and reports can be written to the working directory. */
export async function checkDisk({ cwd }: Cli): Promise<CheckResult> {
  const { ok, warning } = createResults('disk')
  const { bavail, bsize } = await statfs(cwd)
  const free = bavail * bsize
  const message = `${formatBytes(free)} are free in the working directory.`
  return free >= MIN_FREE_BYTES ? ok(message) : warning(message, 'Free some space.')
}

/** Finds imports with rows whose outcome is unknown. */
export async function checkImports(cli: Cli): Promise<CheckResult[]> {
  const { warning } = createResults('imports')
  return (await listImports(cli.env)).flatMap(({ folder, manifest }) => {
    const undecided = countUndecided(cli, folder)
    if (undecided === 0) return []
    return warning(
      `${manifest} has ${formatCount(undecided, 'row')} whose outcome is unknown.`,
      `Decide with: catalog import resolve ${quoteForShell(manifest)}`,
    )
  })
}

/** A journal that was deleted, or that another version wrote, has none. */
function countUndecided(cli: Cli, folder: string): number {
  try {
    using journal = openReadOnlyJournal(folder)
    return journal === undefined ? 0 : describeImport(journal, cli.clock.now()).undecided
  } catch (error) {
    if (error instanceof CatalogError) return 0
    throw error
  }
}
