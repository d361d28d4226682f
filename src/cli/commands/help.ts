import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { TOPICS } from '../help/topics.ts'
import { findClosestMatch } from '../terminal/closest-match.ts'
import { EXIT, EXIT_MEANINGS, type ExitName } from '../terminal/exit-codes.ts'
import { printText, print } from '../terminal/output.ts'

function runHelp(cli: Cli, program: CommandUnknownOpts, words: readonly string[]): void {
  const [first = ''] = words
  const topic = words.length === 1 ? TOPICS[first] : undefined
  if (topic !== undefined) return printText(cli, topic)
  let command = program
  for (const word of words) {
    const member = command.commands.find((known) => known.name() === word)
    if (member === undefined) throw unknownWord(command, word, command === program)
    command = member
  }
  command.outputHelp()
}

function unknownWord(command: CommandUnknownOpts, word: string, isFirst: boolean): CatalogError {
  const known = command.commands.map((member) => member.name())
  const names = isFirst ? [...known, ...Object.keys(TOPICS)] : known
  const closest = findClosestMatch(word, names)
  const advice = closest === undefined ? '' : ` Did you mean '${closest}'?`
  const kind = isFirst ? 'command or help topic' : 'command'
  return new CatalogError('invalid', `unknown ${kind} '${word}'.${advice}`, { code: 'usage' })
}

export const helpCommand: CommandFactory = (cli) => {
  const topics = ['exit-codes', ...Object.keys(TOPICS)].join(', ')
  const command = new Command('help')
    .description('Show the help of a command or a topic')
    .argument('[words...]', `Command, or topic: ${topics}`)
  return command.action((words) => {
    if (command.parent !== null) runHelp(cli, command.parent, words)
  })
}

/** A help topic: its help lists the global options. */
export const optionsCommand: CommandFactory = () => {
  const command = new Command('options').description('List the global options')
  return command.action(() => command.outputHelp())
}

export const exitCodesCommand: CommandFactory = (cli) =>
  new Command('exit-codes').description('List the exit codes').action(() => {
    const rows = Object.entries(EXIT).map(([name, code]) => ({
      code,
      name,
      meaning: EXIT_MEANINGS[name as ExitName],
    }))
    print(cli, rows, ['code', 'name', 'meaning'])
  })
