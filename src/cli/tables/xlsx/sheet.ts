import { TextDecoder } from 'node:util'
import {
  createXmlReader,
  type Attributes,
  type XmlHandlers,
} from '../../../core/model/xml-reader.ts'
import { readXml } from '../read-xml.ts'
import {
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_ROW_CHARACTERS,
  MAX_SHEET_BYTES,
  type MergedCells,
} from '../workbook.ts'
import { WorkbookError } from '../workbook-error.ts'
import { unescapeText, type SheetPart, type Package } from './package.ts'

/** A cell as stored, before its number format is applied. */
export interface StoredCell {
  /** From 0. */
  column: number
  kind: 'text' | 'number' | 'boolean' | 'error' | 'date'
  /** Undefined for a formula without a saved result. */
  value: string | undefined
  /** Index of its number format. */
  style: number
  isFormula: boolean
}

export interface StoredRow {
  /** Row number in the sheet, from 1. */
  number: number
  isHidden: boolean
  cells: StoredCell[]
}

/** Streams the rows of a sheet that are not empty. */
export async function* readStoredRows(
  workbook: Package,
  sheet: SheetPart,
): AsyncGenerator<StoredRow> {
  const completed: StoredRow[] = []
  const handlers = createRowHandlers(workbook.sharedStrings, (row) => completed.push(row))
  for await (const _ of readXml(workbook.zip, sheet.part, MAX_SHEET_BYTES, handlers)) {
    yield* completed
    completed.length = 0
  }
}

function createRowHandlers(texts: readonly string[], onRow: (row: StoredRow) => void): XmlHandlers {
  let row: StoredRow = { number: 0, isHidden: false, cells: [] }
  let cell: (StoredCell & { type: string }) | undefined
  let inValue = false
  let inPhoneticRun = false
  let characters = 0
  const countCharacters = (text: string): void => {
    characters += text.length
    if (characters > MAX_ROW_CHARACTERS) throw new WorkbookError('it has a row longer than 1 MB')
  }
  /** An inline string and the text of a formula may be empty. A cell without a string or value is missing. */
  const endValue = (name: string): void => {
    if (inValue && cell && (name === 't' || cell.type === 'str')) cell.value ??= ''
    inValue = false
  }
  const endCell = (): void => {
    if (!cell) return
    const { type, ...ended } = cell
    cell = undefined
    if (ended.value === undefined && !ended.isFormula) return
    const resolved = resolveValue(ended, type, texts)
    // The cell contains only the index of a shared string, which may be long.
    if (type === 's') countCharacters(resolved.value ?? '')
    row.cells.push(resolved)
  }
  return {
    open(name, attribute) {
      if (name === 'row') {
        row = beginRow(attribute, row.number)
        characters = 0
      } else if (name === 'c') cell = beginCell(attribute, row)
      else if (name === 'f' && cell) cell.isFormula = true
      else if (name === 'rPh') inPhoneticRun = true
      else if (name === 'v' || name === 't') inValue = cell !== undefined && !inPhoneticRun
    },
    text(piece) {
      if (!inValue || !cell) return
      countCharacters(piece)
      cell.value = (cell.value ?? '') + piece
    },
    close(name) {
      if (name === 'v' || name === 't') endValue(name)
      else if (name === 'rPh') inPhoneticRun = false
      else if (name === 'c') endCell()
      else if (name === 'row' && row.cells.length > 0) onRow(row)
    },
  }
}

function beginRow(attribute: Attributes, previous: number): StoredRow {
  const number = Number(attribute('r') ?? previous + 1)
  if (!Number.isInteger(number) || number <= previous || number > MAX_ROWS) {
    throw new WorkbookError('its rows are out of order')
  }
  return {
    number,
    isHidden: attribute('hidden') === '1' || attribute('hidden') === 'true',
    cells: [],
  }
}

function beginCell(attribute: Attributes, { cells }: StoredRow): StoredCell & { type: string } {
  const previous = cells.at(-1)?.column ?? -1
  const reference = attribute('r')
  const column = reference === undefined ? previous + 1 : parseColumn(reference)
  if (column <= previous || column >= MAX_COLUMNS)
    throw new WorkbookError('its cells are out of order')
  return {
    column,
    kind: 'number',
    value: undefined,
    style: Number(attribute('s') ?? -1),
    isFormula: false,
    type: attribute('t') ?? 'n',
  }
}

/** `D19` → 3. */
function parseColumn(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

const KINDS: Record<string, StoredCell['kind']> = {
  s: 'text',
  str: 'text',
  inlineStr: 'text',
  b: 'boolean',
  e: 'error',
  d: 'date',
}

function resolveValue(cell: StoredCell, type: string, texts: readonly string[]): StoredCell {
  const kind = KINDS[type] ?? 'number'
  if (type === 's') return { ...cell, kind, value: texts[Number(cell.value)] }
  if (kind === 'text' && cell.value !== undefined) {
    return { ...cell, kind, value: unescapeText(cell.value) }
  }
  return { ...cell, kind }
}

/** The closing tag, with or without a namespace prefix. */
const END_OF_ROWS = /<\/(?:[\w.-]{1,50}:)?sheetData\s*>/
const MAX_END_TAG_CHARACTERS = 100
const MAX_MERGES = 100

/** Reads the ranges of merged cells that matter. They follow the rows, which are skipped. */
export async function readMergedCells(
  { zip }: Package,
  { part }: SheetPart,
  matters: (merged: MergedCells) => boolean,
): Promise<MergedCells[]> {
  const decoder = new TextDecoder('utf-8')
  const found: MergedCells[] = []
  const read = createXmlReader({
    open(name, attribute) {
      const range = name === 'mergeCell' ? attribute('ref') : undefined
      if (range === undefined || found.length >= MAX_MERGES) return
      const merged = parseRange(range)
      if (matters(merged)) found.push(merged)
    },
    close() {},
  })
  let tail = ''
  let isPastRows = false
  for await (const chunk of zip.read(part, MAX_SHEET_BYTES)) {
    const text = decoder.decode(chunk, { stream: true })
    if (isPastRows) read(text)
    else {
      tail = tail.slice(-MAX_END_TAG_CHARACTERS) + text
      const end = tail.search(END_OF_ROWS)
      if (end < 0) continue
      isPastRows = true
      read(tail.slice(end))
    }
  }
  return found
}

function parseRange(range: string): MergedCells {
  const [first = '', last = first] = range.split(':')
  const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0)
  return { range, row: rowOf(first), column: parseColumn(first), lastRow: rowOf(last) }
}
