import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { RecoveryFinding } from '../../../core/backup/recover-catalog.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import { formatCount } from '../../terminal/format.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { hint, print, tell } from '../../terminal/output.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { createDataOption, type DataOption } from '../../host/with-catalog.ts'

interface Options extends DataOption {
  to: string
}

const MAX_SHOWN = 1000

async function runRecover(cli: Cli, options: Options): Promise<void> {
  const { requireSqlite } = await import('../../../core/catalog/require-catalog.ts')
  const { recoverCatalog } = await import('../../../core/backup/recover-catalog.ts')
  const place = await locateCatalog(cli, { data: options.data })
  requireSqlite(place, 'Restore a backup of PostgreSQL with its own tools.')
  const { data, spatialite } = place.config
  const to = resolve(cli.cwd, options.to)
  const findings: RecoveryFinding[] = []
  let count = 0
  const onFinding = (finding: RecoveryFinding): void => {
    count += 1
    if (findings.length < MAX_SHOWN) findings.push(finding)
  }
  const tables = await recoverCatalog({ data, to, spatialite, signal: cli.signal, onFinding })
  const recovered = tables.map(({ table, rows }) => ({ code: 'recovered', table, rows }))
  const lost = findings.map(({ code, table, key, message }) => ({ code, table, key, message }))
  const empty = { code: null, table: null, rows: null, key: null, message: null }
  const listed = [...recovered, ...lost].map((each) => ({ ...empty, ...each }))
  print(cli, listed, Object.keys(empty))
  report(cli, { rows: tables.reduce((sum, { rows }) => sum + rows, 0), count })
  adviseReplacement(cli, data, to)
}

function report(cli: Cli, { rows, count }: { rows: number; count: number }): void {
  if (count === 0) return hint(cli, `All ${formatCount(rows, 'row')} were recovered.`)
  cli.exitCode = EXIT.partial
  const shown = count > MAX_SHOWN ? ` The first ${MAX_SHOWN} are listed.` : ''
  const problems = formatCount(count, 'problem')
  tell(cli, `${formatCount(rows, 'row')} were recovered, with ${problems}.${shown}`)
}

function adviseReplacement(cli: Cli, data: string, to: string): void {
  const [from, target] = [data, to].map((path) => quoteForShell(path))
  hint(cli, [
    'Image files were not copied. Put the recovered database in the place of the damaged one:',
    `  mkdir ${from}/damaged`,
    `  mv ${from}/catalog.sqlite* ${from}/damaged/`,
    `  mv ${target}/catalog.sqlite ${from}/`,
    `  catalog doctor --server --data ${from}`,
    `  catalog admin storage verify --data ${from}`,
  ])
}

export const recoverCommand: CommandFactory = (cli) =>
  new Command('recover')
    .description('Recover the readable rows of a damaged database into a new one')
    .requiredOption('--to <dir>', 'New directory for the recovered database')
    .addOption(createDataOption())
    .action((options) => runRecover(cli, options))
