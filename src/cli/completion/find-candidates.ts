import { Help, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings'

export interface Candidate {
  text: string
  description: string
}

/** Kinds of values that only the instance or the user's files tell. */
export const VALUE_KINDS = ['source', 'collection', 'subject', 'license', 'profile'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

export type ReadValues = (kind: ValueKind) => Promise<readonly Candidate[]>

/**
 * Finds what can stand in place of the last word of a command line.
 * @param words the words after `catalog`; the last one is incomplete, and may be empty
 * @returns candidates that begin with the last word; none where a file name or free text is expected
 */
export async function findCandidates(
  program: CommandUnknownOpts,
  words: readonly string[],
  readValues: ReadValues,
): Promise<Candidate[]> {
  const last = words.at(-1) ?? ''
  const found = await listCandidates(program, words.slice(0, -1), { last, readValues })
  return found.filter(({ text }) => text.startsWith(last))
}

interface Incomplete {
  last: string
  readValues: ReadValues
}

async function listCandidates(
  program: CommandUnknownOpts,
  before: readonly string[],
  { last, readValues }: Incomplete,
): Promise<readonly Candidate[]> {
  const place = findPlace(program, before)
  if (place.option) return listOptionValues(place.option, readValues)
  if (last.startsWith('-') && !place.isAfterOptions) return listOptions(program, place.command)
  return listArguments(place, readValues)
}

interface Place {
  command: CommandUnknownOpts
  /** The option whose value is incomplete. */
  option: Option | undefined
  /** Number of arguments before the incomplete word. */
  position: number
  isAfterOptions: boolean
}

/** Reads the complete words as commander does. */
function findPlace(program: CommandUnknownOpts, words: readonly string[]): Place {
  const place: Place = { command: program, option: undefined, position: 0, isAfterOptions: false }
  for (const word of words) {
    if (place.option) place.option = undefined
    else if (word === '--') place.isAfterOptions = true
    else if (word.startsWith('-') && !place.isAfterOptions)
      place.option = findValued(program, place.command, word)
    else enter(place, word)
  }
  return place
}

function enter(place: Place, word: string): void {
  const member = place.command.commands.find((command) => command.name() === word)
  if (member && place.position === 0) place.command = member
  else place.position += 1
}

/** Returns the option of this name if the next word is its value. */
function findValued(program: CommandUnknownOpts, command: CommandUnknownOpts, word: string) {
  return [...optionsOf(command), ...program.options].find(
    ({ long, short, required }) => required && (long === word || short === word),
  )
}

/** `catalog import` takes the options of its default command. */
function optionsOf(command: CommandUnknownOpts): readonly Option[] {
  const byDefault = command.commands.find((member) => member.name() === 'run')
  return [...command.options, ...(byDefault?.options ?? [])]
}

function listOptions(program: CommandUnknownOpts, command: CommandUnknownOpts): Candidate[] {
  const all = [...optionsOf(command), ...program.options].filter(({ hidden }) => !hidden)
  const named = all.map(({ long, description }) => ({ text: long ?? '', description }))
  return [...named, { text: '--help', description: 'Show this help' }]
}

async function listOptionValues(
  option: Option,
  readValues: ReadValues,
): Promise<readonly Candidate[]> {
  if (option.argChoices) return option.argChoices.map((text) => ({ text, description: '' }))
  const kind = VALUE_KINDS.find((kind) => option.long === `--${kind}`)
  return kind === undefined ? [] : readValues(kind)
}

async function listArguments(place: Place, readValues: ReadValues): Promise<readonly Candidate[]> {
  const { command, position } = place
  const members = new Help().visibleCommands(command)
  if (members.length > 0 && position === 0) {
    return members.map((member) => ({ text: member.name(), description: member.description() }))
  }
  const { registeredArguments: all } = command
  const argument = all[position] ?? all.findLast(({ variadic }) => variadic)
  if (argument?.argChoices) return argument.argChoices.map((text) => ({ text, description: '' }))
  const kind = VALUE_KINDS.find((kind) => argument?.name() === kind)
  return kind === undefined ? [] : readValues(kind)
}
