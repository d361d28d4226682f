import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findTargetOutside } from './path-containment.ts'
import { toCells, parseObject, type ParsedObject } from './json-record.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'

const MEMBER = /^(\d{6})\.(.+)$/
const MAX_DESCRIPTION_BYTES = 1024 ** 2

/** The files that share one number. */
interface Item {
  number: string
  pictures: string[]
  hasDescription: boolean
  isImported: boolean
}

/**
 * Opens a folder of images such as `000001.jpg`, each with the fields of its commit in `000001.json`. A
 * `000001.json.done` marks an imported image.
 */
export async function openFolder(path: string): Promise<Table> {
  const items = groupItems(await readdir(path))
  const names = new Set(['file'])
  for (const item of items.filter(
    ({ hasDescription, isImported }) => hasDescription && !isImported,
  )) {
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
    records: () => readRecords(path, items, header),
  }
}

function groupItems(names: readonly string[]): Item[] {
  const items = new Map<string, Item>()
  for (const name of names.toSorted()) {
    const [, number = '', kind = ''] = MEMBER.exec(name) ?? []
    if (number === '') continue
    const item = items.get(number) ?? {
      number,
      pictures: [],
      hasDescription: false,
      isImported: false,
    }
    items.set(number, item)
    if (kind === 'json') item.hasDescription = true
    else if (kind === 'json.done') item.isImported = true
    else item.pictures.push(name)
  }
  return [...items.values()]
}

async function* readRecords(
  path: string,
  items: readonly Item[],
  header: readonly string[],
): AsyncGenerator<TableRecord> {
  for (const [index, item] of items.entries()) {
    const place = { line: index + 1, sheetRow: index + 1 }
    const [file] = item.pictures
    const createProblem = findProblem(item)
    if (item.isImported)
      yield { cells: [file ?? item.number], problems: [], isImported: true, ...place }
    else if (createProblem)
      yield { cells: [file], problems: [createProblem], isUnreadable: true, ...place }
    else yield { ...toRecord(await readDescription(path, item), file, header), ...place }
  }
}

function findProblem({ number, pictures, hasDescription }: Item): CellProblem | undefined {
  if (!hasDescription) {
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

function toRecord(
  parsed: ParsedObject,
  file: string | undefined,
  header: readonly string[],
): Pick<TableRecord, 'cells' | 'problems' | 'isUnreadable'> {
  if ('problem' in parsed) return { cells: [file], problems: [parsed.problem], isUnreadable: true }
  return toCells({ ...parsed.object, file }, header)
}

async function readDescription(folder: string, { number }: Item): Promise<ParsedObject> {
  const path = join(folder, `${number}.json`)
  try {
    const target = await findTargetOutside(path, [folder])
    if (target !== undefined) {
      const message = `${number}.json is a symbolic link to ${target}, outside the folder.`
      return { problem: problem('file.outside_root', message) }
    }
    const stats = await stat(path)
    if (!stats.isFile()) {
      return { problem: problem('folder.description', `${number}.json is not a regular file.`) }
    }
    if (stats.size > MAX_DESCRIPTION_BYTES) {
      return { problem: problem('json.malformed', `${number}.json is larger than 1 MB.`) }
    }
    return parseObject((await readFile(path, 'utf8')).replace(/^\ufeff/, ''))
  } catch (error) {
    const { message } = error as Error
    return { problem: problem('folder.description', `${number}.json cannot be read: ${message}.`) }
  }
}
