import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { hint, print } from '../../terminal/output.ts'
import { formatTime } from '../../terminal/format.ts'

async function runImportList(cli: Cli): Promise<void> {
  const { formatTimestamp } = await import('../../../core/base/clock.ts')
  const { openReadOnlyJournal } = await import('../../import/journal/journal-reader.ts')
  const { listImports } = await import('../../import/journal/import-registry.ts')
  const { describeImport } = await import('../../import/report/status.ts')
  const rows = (await listImports(cli.env)).map((known) => {
    using journal = openReadOnlyJournal(known.folder)
    const { id, manifest, instance, account } = known
    const last_run_at = formatTimestamp(known.last_run_at)
    if (!journal) return { id, manifest, instance, account, last_run_at, journal: null }
    return { ...describeImport(journal, cli.clock.now()), account }
  })
  const isForPeople = cli.globals.output === 'human'
  if (isForPeople && rows.length === 0) hint(cli, 'No imports were made on this computer yet.')
  const shown =
    isForPeople && cli.stdout.isTTY
      ? rows.map((row) => ({ ...row, last_run_at: formatTime(row.last_run_at) }))
      : rows
  print(
    cli,
    shown,
    ['id', 'purpose', 'last_run_at', 'rows', 'done', 'failed'],
    ['manifest', 'instance'],
  )
}

export const importListCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the imports made on this computer, newest first')
    .action(() => runImportList(cli))
