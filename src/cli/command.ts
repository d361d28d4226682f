import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { CatalogError } from '../core/base/errors.ts'
import type { Cli } from './cli.ts'
import { findClosestMatch } from './terminal/closest-match.ts'

/** Creates a command whose action uses the given `cli`. */
export type CommandFactory = (cli: Cli) => CommandUnknownOpts

/** Loads a command. @param words the command line, from the name of the command on */
export type CommandLoader = (words: readonly string[]) => Promise<CommandFactory>

/** Commands by name, in the order of the help screen. */
export type CommandTable = Readonly<Record<string, CommandLoader>>

/** Commands that describe all others. */
const DESCRIBING: ReadonlySet<string> = new Set(['help', 'completion'])

/**
 * Loads the command that the first word of a command line names, and no other module. Loads all commands if it names
 * none, or one that describes the others.
 */
export async function loadCommands(
  table: CommandTable,
  words: readonly string[],
): Promise<Record<string, CommandFactory>> {
  const [first = ''] = words
  const isNamed = Object.hasOwn(table, first) && !DESCRIBING.has(first)
  const needed = Object.entries(table).filter(([name]) => !isNamed || name === first)
  const loaded = needed.map(async ([name, load]) => [name, await load(words)] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

/**
 * Creates a command with subcommands: `catalog <name> <member>`.
 * @param hidden names of subcommands that help does not list
 */
export function createCommandGroup(
  name: string,
  description: string,
  members: readonly CommandFactory[],
  hidden: readonly string[] = [],
): CommandFactory {
  return (cli) => {
    const command = new Command(name).description(description)
    for (const member of members) {
      const added = member(cli)
      command.addCommand(added, { hidden: hidden.includes(added.name()) })
    }
    const shown = command.commands.filter((member) => !hidden.includes(member.name()))
    command.on('command:*', ([word = '']: string[]) => {
      throw unknownCommand(word, shown)
    })
    return command
  }
}

function unknownCommand(word: string, known: readonly CommandUnknownOpts[]): CatalogError {
  const names = known.flatMap((command) => [command.name(), ...command.aliases()])
  const closest = findClosestMatch(word, names)
  const suggestion = closest === undefined ? '' : ` Did you mean '${closest}'?`
  return new CatalogError('invalid', `unknown command '${word}'.${suggestion}`, {
    code: 'usage',
    hint: `Commands: ${names.join(', ')}`,
  })
}
