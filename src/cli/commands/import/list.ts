import { Command } from '@commander-js/extra-typings'
import type { ImportBatch } from '../../../core/contract/import-batch.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi } from '../../host/with-api.ts'
import type { DataOption } from '../../host/with-catalog.ts'
import { hint, print } from '../../terminal/output.ts'
import { formatTime } from '../../terminal/format.ts'

/** Characters of an id on a terminal. The beginning of an id is enough to name an import. */
const SHORT_ID = 8

async function runImportList(cli: Cli): Promise<void> {
  const { formatTimestamp } = await import('../../../core/base/clock.ts')
  const { openIfReadable } = await import('../../import/journal/journal-reader.ts')
  const { listImports } = await import('../../import/journal/import-registry.ts')
  const { describeImport } = await import('../../import/report/status.ts')
  const rows = (await listImports(cli.env)).map((known) => {
    using journal = openIfReadable(known.folder)
    const { id, manifest, instance, account } = known
    const last_run_at = formatTimestamp(known.last_run_at)
    if (!journal) return { id, manifest, instance, account, last_run_at, journal: null }
    return { ...describeImport(journal, cli.clock.now()), account }
  })
  const isForPeople = cli.globals.output === 'human'
  if (isForPeople && rows.length === 0) hint(cli, 'No imports were made on this computer yet.')
  const shown =
    isForPeople && cli.stdout.isTTY
      ? rows.map(({ id, last_run_at, ...row }) => ({
          ...row,
          id: id.slice(0, SHORT_ID),
          last_run_at: formatTime(last_run_at),
        }))
      : rows
  print(
    cli,
    shown,
    ['id', 'name', 'purpose', 'last_run_at', 'rows', 'done', 'failed'],
    ['manifest', 'instance'],
  )
}

/** Most imports of an instance that are listed. */
const MAX_REMOTE = 1000

async function listRemoteImports(cli: Cli, options: DataOption): Promise<void> {
  const { importBatchPage } = await import('../../../core/contract/import-batch.ts')
  const { readResults } = await import('../../client/requests.ts')
  const query = { path: '/api/v2/import/batches/', query: {}, schema: importBatchPage }
  const batches: ImportBatch[] = await withApi(cli, options, (api) =>
    readResults(api, { ...query, limit: MAX_REMOTE }),
  )
  const isOnTerminal = cli.globals.output === 'human' && cli.stdout.isTTY
  const rows = batches.map(({ user, created_at, ...batch }) => ({
    ...batch,
    user: user?.username ?? null,
    created_at: isOnTerminal ? formatTime(created_at) : created_at,
  }))
  print(cli, rows, ['name', 'created_at', 'user', 'imported'], ['id'])
}

export const importListCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the imports made on this computer, or into the instance, newest first')
    .option('--remote', 'List the imports that the instance knows, of all users and computers')
    .addOption(createPlaceOption().implies({ remote: true }))
    .action(({ remote, ...options }) =>
      remote ? listRemoteImports(cli, options) : runImportList(cli),
    )
