import { Command } from '@commander-js/extra-typings'
import type { AddedSubject } from '../../../../core/writes/subjects/add-subject.ts'
import type { NewSubject } from '../../../../core/contract/new-subject.ts'
import type { Tx } from '../../../../core/database/store.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import type { CommandFactory } from '../../../command.ts'
import { readLimitedFile } from '../read-limited-file.ts'
import { inTransactions } from '../in-transactions.ts'
import { createDataOption, withCatalog } from '../../../host/with-catalog.ts'
import type { SubjectRow } from './read-subject-rows.ts'
import { printResults, type SubjectResult } from './subject-result.ts'

const MAX_FILE_BYTES = 64 * 1024 ** 2

/** Rows of one transaction, so that a running server never waits long. */
const BATCH_SIZE = 500

async function addRow(
  { line, item, subject, problem }: SubjectRow,
  add: (subject: NewSubject) => Promise<AddedSubject>,
): Promise<SubjectResult> {
  const failed = { line, item, state: 'invalid', id: null, slug: null, title: null }
  if (!subject) return { ...failed, problem }
  try {
    const { isNew, ...added } = await add(subject)
    const state = isNew ? 'added' : 'exists'
    return { line, item: subject.item, state, ...added, problem: null }
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
    return { ...failed, problem: error.message }
  }
}

export const importSubjectsCommand: CommandFactory = (cli) =>
  new Command('import')
    .description('Add subjects from a CSV file or JSON lines, except those that exist')
    .argument('<file>', 'File with the columns item and title; - reads stdin')
    .option('--dry-run', 'Only show what would be added')
    .addOption(createDataOption())
    .action(async (file, options) => {
      const { readSubjectRows } = await import('./read-subject-rows.ts')
      const rows = readSubjectRows(await readLimitedFile(cli, file, MAX_FILE_BYTES), file)
      const { addSubject } = await import('../../../../core/writes/subjects/add-subject.ts')
      const { runDry } = await import('../../../../core/database/run-dry.ts')
      const results = await withCatalog(cli, options, (catalog, { actor }) => {
        const write = options.dryRun ? runDry(catalog.write) : catalog.write
        const context = { actor, now: catalog.clock.now() }
        const work = (tx: Tx, row: SubjectRow) =>
          addRow(row, (subject) => addSubject(tx, subject, context))
        return inTransactions({ write, signal: cli.signal }, rows, work, BATCH_SIZE)
      })
      printResults(
        cli,
        results.map((row) =>
          options.dryRun && row.state === 'added' ? { ...row, id: null, state: 'would_add' } : row,
        ),
      )
    })
