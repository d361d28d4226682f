import { Command } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, print, tell } from '../../terminal/output.ts'

interface ResolveFlags {
  row?: string
  committed?: number
  notCommitted?: true
  search?: true
}

const HOW_TO_RESOLVE = [
  'Search for the image of each row with --search, then resolve the row:',
  '  --row KEY --committed IMAGE   if this is its image',
  '  --row KEY --not-committed     if it has no image and should be imported again',
]

async function decide(cli: Cli, folder: string, flags: ResolveFlags): Promise<void> {
  const { row, committed, notCommitted } = flags
  if (row === undefined) throw invalid('--row', 'is required with --committed and --not-committed')
  if (committed !== undefined && notCommitted) {
    throw new CatalogError('invalid', '--committed and --not-committed cannot be combined.')
  }
  const { resolveRow } = await import('../../import/recovery/resolve-rows.ts')
  const file = await resolveRow(cli, folder, row, committed)
  const outcome =
    committed === undefined
      ? 'is marked as not imported; the next run imports it'
      : `is marked as imported: image ${committed}`
  tell(cli, `${file} ${outcome}.`)
}

/** Lists the rows whose outcome is unknown, or records the decision about one of them. */
export const importResolveCommand: CommandFactory = (cli) =>
  new Command('resolve')
    .description('Resolve rows whose outcome is unknown')
    .argument('[import]', 'Manifest, name or id of the import (default: the latest import)')
    .option('--row <key>', 'Row to show or resolve, by its row_id or file')
    .option('--committed <id>', 'Mark the row as imported with this image id', parsePositiveInteger)
    .option('--not-committed', 'Mark the row as not imported, so that the next run imports it')
    .option('--search', 'Search the instance for images that may belong to the row')
    .action(async (named, flags) => {
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
        return hint(cli, rows.length === 0 ? 'No row has an unknown outcome.' : HOW_TO_RESOLVE)
      }
      await decide(cli, found.folder, flags)
    })
