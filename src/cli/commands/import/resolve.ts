import { Command } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../option-parsers.ts'
import { hint, print, tell } from '../../output.ts'

interface ResolveFlags {
  row?: string
  committed?: number
  notCommitted?: true
  search?: true
}

/** Shows what a person must decide, and takes the decision. */
async function runImportResolve(
  cli: Cli,
  named: string | undefined,
  flags: ResolveFlags,
): Promise<void> {
  const { openImport } = await import('./open-import.ts')
  using found = await openImport(cli, named)
  const { listUndecidedRows } = await import('../../import/recovery/resolve-rows.ts')
  if (flags.search) {
    const { findCandidates } = await import('../../import/recovery/resolve-rows.ts')
    const candidates = await findCandidates(cli, found, flags.row)
    const columns = ['row_key', 'image_id', 'title', 'same_bytes', 'same_words']
    return print(cli, candidates, columns, ['address'])
  }
  const decides = flags.committed !== undefined || flags.notCommitted === true
  if (!decides) {
    const rows = listUndecidedRows(found, flags.row)
    print(cli, rows, ['row_key', 'line', 'title', 'code'], ['slot', 'message'])
    return hint(cli, rows.length === 0 ? 'There is nothing to decide.' : HOW_TO_DECIDE)
  }
  await decide(cli, found.folder, flags)
}

const HOW_TO_DECIDE = [
  'Look for its image with --search, then decide about each row with',
  '  --row KEY --committed IMAGE   when that is its image',
  '  --row KEY --not-committed     when it has none and is to be imported again',
]

async function decide(cli: Cli, folder: string, flags: ResolveFlags): Promise<void> {
  const { row, committed, notCommitted } = flags
  if (row === undefined) throw invalid('--row', 'is missing: a decision is about one row')
  if (committed !== undefined && notCommitted) {
    throw new CatalogError('invalid', 'Either --committed or --not-committed, not both.')
  }
  const { resolveRow } = await import('../../import/recovery/resolve-rows.ts')
  const file = await resolveRow(cli, folder, row, committed)
  const what = committed === undefined ? 'is to be imported again' : `is image ${committed}`
  tell(cli, `${file} ${what}.`)
}

export const importResolveCommand: CommandFactory = (cli) =>
  new Command('resolve')
    .description('Resolve rows whose outcome is unknown')
    .argument('[import]', 'Manifest or id of the import (default: the latest import)')
    .option('--row <key>', 'Row to show or resolve, by its row_id or file')
    .option('--committed <id>', 'Mark the row as imported with this image id', parsePositiveInteger)
    .option('--not-committed', 'Mark the row as not imported, so that the next run imports it')
    .option('--search', 'Search the instance for images that may belong to the row')
    .action((named, flags) => runImportResolve(cli, named, flags))
