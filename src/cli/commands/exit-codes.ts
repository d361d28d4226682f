import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { EXIT, EXIT_MEANINGS, type ExitName } from '../terminal/exit-codes.ts'
import { print } from '../terminal/output.ts'

function runExitCodes(cli: Cli): void {
  const rows = Object.entries(EXIT).map(([name, code]) => ({
    code,
    name,
    meaning: EXIT_MEANINGS[name as ExitName],
  }))
  print(cli, rows, ['code', 'name', 'meaning'])
}

export const exitCodesCommand: CommandFactory = (cli) =>
  new Command('exit-codes').description('List the exit codes').action(() => runExitCodes(cli))
