import { Command, Help, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings'
import type { Cli } from './cli.ts'
import { commands } from './commands/index.ts'
import { addGlobalOptions, globalsFrom } from './globals.ts'
import { version } from './version.ts'

const USUAL_WIDTH = 80

/**
 * The whole command line as one commander program. It throws instead of ending the process.
 * @param complain takes commander's own complaints about usage
 */
export function createProgram(cli: Cli, complain: (text: string) => void): CommandUnknownOpts {
  const program = new Command('catalog')
    .description('A catalogue of historical images that a community places on a map.')
    .version(version(), '-V, --version', 'print the version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, optionDescription })
    .configureOutput({
      writeOut: (text) => void cli.stdout.write(text),
      writeErr: (text) => void cli.stderr.write(text),
      outputError: (text) => complain(text),
      getOutHelpWidth: () => cli.stdout.columns ?? USUAL_WIDTH,
      getErrHelpWidth: () => cli.stderr.columns ?? USUAL_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  addGlobalOptions(program)
  program.hook('preAction', (_, action) => {
    cli.globals = globalsFrom(action.optsWithGlobals(), cli.env)
  })
  for (const command of commands) program.addCommand(command(cli))
  inherit(program)
  return program
}

/** That a list is empty unless something is named goes without saying. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/ \(default: (?:\[\]|\{\})\)$/, '')
}

/** Commands made on their own do not take over how their parent writes and ends. */
function inherit(parent: CommandUnknownOpts): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inherit(command)
  }
}
