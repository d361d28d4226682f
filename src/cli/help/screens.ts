import {
  Help,
  type Argument,
  type CommandUnknownOpts,
  type HelpConfiguration,
  type Option,
} from '@commander-js/extra-typings'
import { EXAMPLES } from './examples.ts'

const MAX_EXAMPLES = 3

/** Configuration of commander for the help of each command. */
export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: false,
  visibleOptions(command) {
    const options = Help.prototype.visibleOptions.call(this, withDefaultOptions(command))
    const isGlobal = (option: Option): boolean =>
      !['--help', '--version'].includes(option.long ?? '')
    if (isOptionsTopic(command))
      return (command.parent?.options ?? []).filter(isGlobal).filter(({ hidden }) => !hidden)
    return command.parent === null ? options.filter((option) => !isGlobal(option)) : options
  },
  visibleArguments(command) {
    return Help.prototype.visibleArguments.call(this, withDefaultOptions(command))
  },
  commandUsage(command) {
    const usage = Help.prototype.commandUsage.call(this, command)
    if (isOptionsTopic(command)) return 'catalog <command> [options]'
    return usage.replace(/ \[options\] \[command\]$/, ' <command> [options]')
  },
  subcommandTerm: (command) =>
    [
      command.name(),
      ...command.registeredArguments.map((argument) => formatArgument(argument)),
    ].join(' '),
  optionDescription: formatDescription,
}

/** Returns the text below the help: examples, and where the global options are listed. */
export function formatHelpFooter(command: CommandUnknownOpts): string {
  const examples = getExamples(command).map((example) => `  ${example}`)
  return [
    ...(examples.length > 0 ? ['Examples:', ...examples, ''] : []),
    ...(isOptionsTopic(command)
      ? []
      : ['Global options, such as --url, --json and --yes: catalog help options', '']),
  ].join('\n')
}

/** Returns the examples of a command, or else the first example of each subcommand. */
export function getExamples(command: CommandUnknownOpts): readonly string[] {
  const own = EXAMPLES[getPath(command)]
  if (own) return own
  const [only, ...others] = command.commands
  if (only && others.length === 0) return getExamples(only)
  const firsts = command.commands.flatMap((member) => getExamples(member).slice(0, 1))
  return firsts.slice(0, MAX_EXAMPLES)
}

/** `import check` for `catalog import check`. */
function getPath(command: CommandUnknownOpts): string {
  const names: string[] = []
  for (let at: CommandUnknownOpts | null = command; at?.parent; at = at.parent) {
    names.unshift(at.name())
  }
  return names.join(' ')
}

/** `catalog import` shows the options of its default command, `import run`. */
function withDefaultOptions(command: CommandUnknownOpts): CommandUnknownOpts {
  if (getPath(command) !== 'import') return command
  return command.commands.find((member) => member.name() === 'run') ?? command
}

function isOptionsTopic(command: CommandUnknownOpts): boolean {
  return getPath(command) === 'options'
}

function formatArgument(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

/** Omits a default that is an empty list or object. */
function formatDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/ \(default: (?:\[\]|\{\})\)$/, '')
}
