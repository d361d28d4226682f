import {
  Help,
  type Argument,
  type CommandUnknownOpts,
  type HelpConfiguration,
  type Option,
} from '@commander-js/extra-typings'
import { EXAMPLES } from './examples.ts'

const MAX_EXAMPLES = 3

/** What the help screen of each command shows. */
export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: false,
  visibleOptions(command) {
    const options = Help.prototype.visibleOptions.call(this, withDefaultOptions(command))
    const isGlobal = (option: Option): boolean =>
      !['--help', '--version'].includes(option.long ?? '')
    if (isTopicOfOptions(command)) return (command.parent?.options ?? []).filter(isGlobal)
    return command.parent === null ? options.filter((option) => !isGlobal(option)) : options
  },
  visibleArguments(command) {
    return Help.prototype.visibleArguments.call(this, withDefaultOptions(command))
  },
  commandUsage(command) {
    const usage = Help.prototype.commandUsage.call(this, command)
    if (isTopicOfOptions(command)) return 'catalog <command> [options]'
    return usage.replace(/ \[options\] \[command\]$/, ' <command> [options]')
  },
  subcommandTerm: (command) =>
    [command.name(), ...command.registeredArguments.map((argument) => argumentTerm(argument))].join(
      ' ',
    ),
  optionDescription,
}

/** The text below every help screen: examples, and where the global options are listed. */
export function helpFooter(command: CommandUnknownOpts): string {
  const examples = examplesOf(command).map((example) => `  ${example}`)
  return [
    ...(examples.length > 0 ? ['Examples:', ...examples, ''] : []),
    ...(isTopicOfOptions(command)
      ? []
      : ['Global options, such as --url, --json and --yes: catalog help options', '']),
  ].join('\n')
}

/** A group without examples of its own shows the first one of each command. */
export function examplesOf(command: CommandUnknownOpts): readonly string[] {
  const own = EXAMPLES[pathOf(command)]
  if (own) return own
  const [only, ...others] = command.commands
  if (only && others.length === 0) return examplesOf(only)
  const firsts = command.commands.flatMap((member) => examplesOf(member).slice(0, 1))
  return firsts.slice(0, MAX_EXAMPLES)
}

/** `import check` for `catalog import check`. */
function pathOf(command: CommandUnknownOpts): string {
  const names: string[] = []
  for (let at: CommandUnknownOpts | null = command; at?.parent; at = at.parent) {
    names.unshift(at.name())
  }
  return names.join(' ')
}

/** `catalog import` takes what its default command takes. */
function withDefaultOptions(command: CommandUnknownOpts): CommandUnknownOpts {
  if (pathOf(command) !== 'import') return command
  return command.commands.find((member) => member.name() === 'run') ?? command
}

function isTopicOfOptions(command: CommandUnknownOpts): boolean {
  return pathOf(command) === 'options'
}

function argumentTerm(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

/** An empty list or object is the obvious default, so it is not shown. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/ \(default: (?:\[\]|\{\})\)$/, '')
}
