import { InvalidArgumentError, type Command } from '@commander-js/extra-typings'
import { columnNamed, type Column } from '../../import/manifest/columns.ts'
import type { PrepareOptions } from '../../import/prepare.ts'
import { wholeNumber } from '../../option-types.ts'

/** The options of every command that reads a manifest. */
export interface ManifestFlags {
  collection?: number
  files: string[]
  encoding?: string
  delimiter?: string
  map: Record<string, string>
  set: Partial<Record<Column, string>>
}

export function addManifestOptions<Args extends unknown[]>(command: Command<Args>) {
  return command
    .option('--collection <id>', 'collection of the rows that name none', wholeNumber)
    .option('--files <folder>', 'where files are looked up; may be given again', list, [])
    .option('--encoding <name>', 'of a manifest that is not UTF-8: windows-1252, …')
    .option('--delimiter <character>', 'between the cells (default: found out)', delimiter)
    .option('--map <theirs=ours>', 'what a column is; may be given again', columnMap, {})
    .option('--set <column=value>', 'value of blank cells; may be given again', columnValues, {})
}

export function manifestOptions({ collection, encoding, delimiter, ...flags }: ManifestFlags) {
  const { files, map, set } = flags
  const options: PrepareOptions = {
    files,
    map,
    set,
    ...(collection !== undefined && { collection }),
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
  }
  return options
}

function list(value: string, before: string[]): string[] {
  return [...before, value]
}

function delimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text
  if (character.length === 1 && !'"\r\n'.includes(character)) return character
  throw new InvalidArgumentError('It should be one character, or tab.')
}

function columnMap(text: string, before: Record<string, string>): Record<string, string> {
  const [theirs, ours] = pair(text)
  return { ...before, [theirs]: requireColumn(ours) }
}

function columnValues(
  text: string,
  before: Partial<Record<Column, string>>,
): Partial<Record<Column, string>> {
  const [name, value] = pair(text)
  return { ...before, [requireColumn(name)]: value }
}

function pair(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new InvalidArgumentError('It should be written with = in between.')
}

function requireColumn(name: string): Column {
  const column = columnNamed(name)
  if (column !== undefined) return column
  throw new InvalidArgumentError(`There is no column ${JSON.stringify(name)}.`)
}
