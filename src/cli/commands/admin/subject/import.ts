import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog.ts'
import { CatalogError } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { readLimitedFile } from '../read-limited-file.ts'
import { splitIntoBatches } from '../split-into-batches.ts'
import { createDataOption, withCatalog, type DataOption, type Host } from '../with-catalog.ts'
import type { SubjectRow } from './read-subject-rows.ts'
import { printResults, type SubjectResult } from './subject-result.ts'

const MAX_FILE_BYTES = 64 * 1024 ** 2

/** Rows of one transaction, so that a running server never waits long. */
const BATCH_SIZE = 500

interface Options extends DataOption {
  dryRun?: true
}

async function runImportSubjects(cli: Cli, file: string, options: Options): Promise<void> {
  const { readSubjectRows } = await import('./read-subject-rows.ts')
  const rows = readSubjectRows(await readLimitedFile(cli, file, MAX_FILE_BYTES), file)
  const { runDry } = await import('../../../../core/db/run-dry.ts')
  const results = await withCatalog(cli, options, async (catalog, host) => {
    const write = options.dryRun ? runDry(catalog.write) : catalog.write
    const done: SubjectResult[] = []
    for (const batch of splitIntoBatches(rows, BATCH_SIZE)) {
      done.push(...(await addRows({ ...catalog, write }, host, batch)))
    }
    return done
  })
  printResults(
    cli,
    results.map((row) =>
      options.dryRun && row.state === 'added' ? { ...row, id: null, state: 'would_add' } : row,
    ),
  )
}

async function addRows(
  { write, clock }: Pick<Catalog, 'write' | 'clock'>,
  { actor }: Host,
  rows: readonly SubjectRow[],
): Promise<SubjectResult[]> {
  const { addSubject } = await import('../../../../core/actions/add-subject.ts')
  return write(async (tx) => {
    const results: SubjectResult[] = []
    for (const { line, item, subject, problem } of rows) {
      const failed = { line, item, state: 'invalid', id: null, slug: null, title: null }
      if (!subject) {
        results.push({ ...failed, problem })
        continue
      }
      try {
        const { isNew, ...added } = await addSubject(tx, subject, { actor, now: clock.now() })
        const state = isNew ? 'added' : 'exists'
        results.push({ line, item: subject.item, state, ...added, problem: null })
      } catch (error) {
        if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
        results.push({ ...failed, problem: error.message })
      }
    }
    return results
  })
}

export const importSubjectsCommand: CommandFactory = (cli) =>
  new Command('import')
    .description('Add subjects from a CSV file or JSON lines, except those that exist')
    .argument('<file>', 'File with the columns item and title; - reads stdin')
    .option('--dry-run', 'Only show what would be added')
    .addOption(createDataOption())
    .action((file, options) => runImportSubjects(cli, file, options))
