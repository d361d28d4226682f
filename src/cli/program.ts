import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Cli } from './cli.ts'
import { loadCommands, pathOf } from './command.ts'
import { commands } from './commands/index.ts'
import { addGlobalOptions, resolveGlobals } from './options/globals.ts'
import { helpConfiguration, formatHelpFooter } from './help/screens.ts'
import { openLogFile } from './terminal/log-file.ts'
import { logTransport, traceTransport } from './client/trace-transport.ts'
import { readVersion } from '../core/base/version.ts'

const DEFAULT_WIDTH = 80

/**
 * Creates the commander program. It throws instead of ending the process.
 * @param onUsageError receives the message of a usage error that commander found
 * @param words the command line; only the commands that it needs are loaded
 */
export async function createProgram(
  cli: Cli,
  onUsageError: (text: string) => void,
  words: readonly string[] = [],
): Promise<CommandUnknownOpts> {
  const program = new Command('catalog')
    .description('A catalog of historical images that a community places on a map.')
    .version(readVersion(), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .exitOverride()
    .configureHelp(helpConfiguration)
    .addHelpText('afterAll', ({ command }) => `\n${formatHelpFooter(command)}`)
    .configureOutput({
      writeOut: (text) => void cli.stdout.write(text),
      writeErr: (text) => void cli.stderr.write(text),
      outputError: (text) => onUsageError(text),
      getOutHelpWidth: () => cli.stdout.columns ?? DEFAULT_WIDTH,
      getErrHelpWidth: () => cli.stderr.columns ?? DEFAULT_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  addGlobalOptions(program)
  program.hook('preAction', (_, action) => {
    cli.command = action
    cli.globals = resolveGlobals(action.optsWithGlobals(), cli.env)
    const { verbose, debugHttp, logFile } = cli.globals
    if (verbose || debugHttp) {
      cli.transport = traceTransport(cli, cli.transport, { headers: debugHttp })
    }
    if (logFile !== undefined) {
      const log = openLogFile(cli, logFile)
      log({ event: 'start', version: readVersion(), command: pathOf(action) })
      cli.transport = logTransport(cli, cli.transport, log)
      cli.onEnd = (code) => log({ event: 'end', code })
    }
  })
  const loaded = await loadCommands(Object.assign({}, ...Object.values(commands)), words)
  for (const [heading, table] of Object.entries(commands)) {
    program.commandsGroup(heading)
    for (const name of Object.keys(table)) {
      const member = loaded[name]
      if (member) program.addCommand(member(cli))
    }
  }
  program.helpCommand(false)
  inherit(program)
  return program
}

/** Copies the settings to all subcommands: commander does that only for commands created by `command()`. */
function inherit(parent: CommandUnknownOpts): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inherit(command)
  }
}
