import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../command.ts'

/** A help topic: its help lists the global options. */
export const optionsCommand: CommandFactory = () => {
  const command = new Command('options').description('List the global options')
  return command.action(() => command.outputHelp())
}
