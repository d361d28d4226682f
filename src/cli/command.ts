import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { CatalogError } from '../core/base/errors.ts'
import type { Cli } from './cli.ts'
import { findClosestMatch } from './terminal/closest-match.ts'
import { hint, isForPrograms } from './terminal/output.ts'

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
 * @param former subcommands of `catalog admin` that also work at an instance, without `admin`: help does not list them,
 * and each tells its present name
 */
export function createCommandGroup(
  name: string,
  description: string,
  members: readonly CommandFactory[],
  former: readonly string[] = [],
): CommandFactory {
  return (cli) => {
    const command = new Command(name).description(description)
    for (const member of members) {
      const added = member(cli)
      const isFormer = former.includes(added.name())
      if (isFormer) added.hook('preAction', (_, action) => hintPresentName(cli, action))
      command.addCommand(added, { hidden: isFormer })
    }
    const shown = command.commands.filter((member) => !former.includes(member.name()))
    command.on('command:*', ([word = '']: string[]) => {
      throw unknownCommand(word, shown)
    })
    return command
  }
}

/** Present names that differ from the former ones by more than `admin`. */
const RENAMED: Readonly<Record<string, string>> = {
  'catalog collection show': 'catalog collection get',
  'catalog source show': 'catalog source get',
  'catalog subject list': 'catalog subject records',
}

const COLLECTION_HINT =
  ' The member images is now image_count. A collection is visible if it and its source are public (see catalog source list).'
const SOURCE_HINT =
  ' The member images is now image_count. The collection_count leaves out hidden collections; catalog collection list --source SLUG also lists them.'

/** Hints on renamed and missing members of the output, by the present name of a command. */
const MOVED_MEMBERS: Readonly<Record<string, string>> = {
  'catalog collection list': COLLECTION_HINT,
  'catalog collection get': COLLECTION_HINT,
  'catalog source list': SOURCE_HINT,
  'catalog source get': SOURCE_HINT,
}

function hintPresentName(cli: Cli, command: CommandUnknownOpts): void {
  if (isForPrograms(cli)) return
  const path = pathOf(command)
  const present = findPresentName(path)
  hint(
    cli,
    `${path} is deprecated. Use ${present} --data DIR instead.${MOVED_MEMBERS[present] ?? ''}`,
  )
}

/** @param former path of a deprecated command, such as `catalog admin license add` */
export function findPresentName(former: string): string {
  const withoutAdmin = former.replace(' admin ', ' ')
  return RENAMED[withoutAdmin] ?? withoutAdmin
}

/** @returns the names of a command and its parents, such as `catalog image list` */
export function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
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
