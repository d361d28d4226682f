import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Cli } from './cli.ts'

/** Declares one command; what it runs is given the same `cli`. */
export type CommandFactory = (cli: Cli) => CommandUnknownOpts

/** A noun with its verbs: `catalog <name> <member>`. */
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
