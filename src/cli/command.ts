import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Cli } from './cli.ts'

/** Creates a command whose action uses the given `cli`. */
export type CommandFactory = (cli: Cli) => CommandUnknownOpts

/** Creates a command with subcommands: `catalog <name> <member>`. */
export function createCommandGroup(
  name: string,
  description: string,
  members: readonly CommandFactory[],
): CommandFactory {
  return (cli) => {
    const command = new Command(name).description(description)
    for (const member of members) command.addCommand(member(cli))
    return command
  }
}
