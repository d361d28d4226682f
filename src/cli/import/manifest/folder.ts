import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findTargetOutside } from '../check/path-containment.ts'
import { toCells, parseObject, type ParsedObject } from './json-record.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'

const MEMBER = /^(\d{6})\.(.+)$/
const MAX_DESCRIPTION_BYTES = 1024 ** 2

/** A picture and what is told about it, under one number. */
interface Item {
  number: string
  pictures: string[]
  described: boolean
  done: boolean
}

/**
 * Opens a folder of pictures `000001.jpg`, each with a `000001.json` beside it that holds the fields of a
 * commit. A `000001.json.done` marks those that have been imported.
 */
export async function openFolder(path: string): Promise<Table> {
  const items = itemsIn(await readdir(path))
  const names = new Set(['file'])
  for (const item of items.filter(({ described, done }) => described && !done)) {
    const parsed = await readDescription(path, item)
    if ('object' in parsed) for (const name of Object.keys(parsed.object)) names.add(name)
  }
  names.delete('slot_id')
  const header = items.length === 0 ? [] : [...names]
  return {
    format: 'folder',
    encoding: null,
    delimiter: null,
    sheet: null,
    header,
    headerRow: null,
    findings: [],
    records: () => recordsIn(path, items, header),
  }
}

function itemsIn(names: readonly string[]): Item[] {
  const items = new Map<string, Item>()
  for (const name of names.toSorted()) {
    const [, number = '', kind = ''] = MEMBER.exec(name) ?? []
    if (number === '') continue
    const item = items.get(number) ?? { number, pictures: [], described: false, done: false }
    items.set(number, item)
    if (kind === 'json') item.described = true
    else if (kind === 'json.done') item.done = true
    else item.pictures.push(name)
  }
  return [...items.values()]
}

async function* recordsIn(
  path: string,
  items: readonly Item[],
  header: readonly string[],
): AsyncGenerator<TableRecord> {
  for (const [index, item] of items.entries()) {
    const place = { line: index + 1, sheetRow: index + 1 }
    const [file] = item.pictures
    const problem = problemOf(item)
    if (item.done) yield { cells: [file ?? item.number], problems: [], isImported: true, ...place }
    else if (problem) yield { cells: [file], problems: [problem], isUnreadable: true, ...place }
    else yield { ...recordOf(await readDescription(path, item), file, header), ...place }
  }
}

function problemOf({ number, pictures, described }: Item): CellProblem | undefined {
  if (!described) {
    return problem('folder.description', `${number}.json is missing for ${pictures.join(', ')}.`)
  }
  if (pictures.length === 1) return undefined
  return pictures.length === 0
    ? problem('file.missing', `The image file for ${number}.json is missing.`)
    : problem(
        'folder.pictures',
        `${number}.json belongs to several files: ${pictures.join(', ')}. Keep only one of them.`,
      )
}

function problem(code: string, message: string): CellProblem {
  return { code, severity: 'error', message }
}

function recordOf(
  parsed: ParsedObject,
  file: string | undefined,
  header: readonly string[],
): Pick<TableRecord, 'cells' | 'problems' | 'isUnreadable'> {
  if ('problem' in parsed) return { cells: [file], problems: [parsed.problem], isUnreadable: true }
  return toCells({ ...parsed.object, file }, header)
}

async function readDescription(folder: string, { number }: Item): Promise<ParsedObject> {
  const path = join(folder, `${number}.json`)
  const target = await findTargetOutside(path, [folder])
  if (target !== undefined) {
    const message = `${number}.json is a symbolic link to ${target}, outside the folder.`
    return { problem: problem('file.outside_root', message) }
  }
  const { size } = await stat(path)
  if (size > MAX_DESCRIPTION_BYTES) {
    return { problem: problem('json.malformed', `${number}.json is larger than 1 MB.`) }
  }
  return parseObject((await readFile(path, 'utf8')).replace(/^\ufeff/, ''))
}
