import { TextDecoder } from 'node:util'
import { createXmlReader, type Attributes, type XmlHandlers } from './xml.ts'
import { WorkbookError } from './workbook-error.ts'
import { readXml, unescapeText, type SheetEntry, type Workbook } from './workbook.ts'

const MAX_SHEET_BYTES = 1024 ** 3
const MAX_COLUMNS = 16_384
const MAX_ROWS = 1_048_576

/** As much as in any other format. */
const MAX_ROW_CHARACTERS = 1024 ** 2

/** A cell as it is stored: what is shown is made from it by its format. */
export interface SheetCell {
  /** Counted from 0. */
  column: number
  kind: 'text' | 'number' | 'boolean' | 'error' | 'date'
  /** As it is stored; undefined for a formula that was never worked out. */
  value: string | undefined
  /** Index of its number format. */
  style: number
  isFormula: boolean
}

export interface SheetRow {
  /** Counted from 1, as a spreadsheet program does. */
  number: number
  isHidden: boolean
  cells: SheetCell[]
}

/** The rows of a sheet that hold anything, read while they are taken. */
export async function* readSheetRows(
  workbook: Workbook,
  sheet: SheetEntry,
): AsyncGenerator<SheetRow> {
  const done: SheetRow[] = []
  const handlers = createRowHandlers(workbook.sharedStrings, (row) => done.push(row))
  for await (const _ of readXml(workbook.zip, sheet.part, MAX_SHEET_BYTES, handlers)) {
    yield* done
    done.length = 0
  }
}

function createRowHandlers(texts: readonly string[], onRow: (row: SheetRow) => void): XmlHandlers {
  let row: SheetRow = { number: 0, isHidden: false, cells: [] }
  let cell: (SheetCell & { type: string }) | undefined
  let inValue = false
  let inReading = false
  let held = 0
  const hold = (text: string): void => {
    held += text.length
    if (held > MAX_ROW_CHARACTERS) throw new WorkbookError('it has a row longer than 1 MB')
  }
  const endCell = (): void => {
    if (!cell) return
    const { type, ...ended } = cell
    cell = undefined
    if (ended.value === undefined && !ended.isFormula) return
    const complete = resolveValue(ended, type, texts)
    // A text that cells share is a few bytes in each of them, however long it is.
    if (type === 's') hold(complete.value ?? '')
    row.cells.push(complete)
  }
  return {
    open(name, attribute) {
      if (name === 'row') {
        row = beginRow(attribute, row.number)
        held = 0
      } else if (name === 'c') cell = beginCell(attribute, row)
      else if (name === 'f' && cell) cell.isFormula = true
      else if (name === 'rPh') inReading = true
      else if (name === 'v' || name === 't') inValue = cell !== undefined && !inReading
    },
    text(piece) {
      if (!inValue || !cell) return
      hold(piece)
      cell.value = (cell.value ?? '') + piece
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'rPh') inReading = false
      else if (name === 'c') endCell()
      else if (name === 'row' && row.cells.length > 0) onRow(row)
    },
  }
}

function beginRow(attribute: Attributes, before: number): SheetRow {
  const number = Number(attribute('r') ?? before + 1)
  if (!Number.isInteger(number) || number <= before || number > MAX_ROWS) {
    throw new WorkbookError('its rows are out of order')
  }
  return {
    number,
    isHidden: attribute('hidden') === '1' || attribute('hidden') === 'true',
    cells: [],
  }
}

function beginCell(attribute: Attributes, { cells }: SheetRow): SheetCell & { type: string } {
  const before = cells.at(-1)?.column ?? -1
  const reference = attribute('r')
  const column = reference === undefined ? before + 1 : parseColumn(reference)
  if (column <= before || column >= MAX_COLUMNS)
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

const KINDS: Record<string, SheetCell['kind']> = {
  s: 'text',
  str: 'text',
  inlineStr: 'text',
  b: 'boolean',
  e: 'error',
  d: 'date',
}

function resolveValue(cell: SheetCell, type: string, texts: readonly string[]): SheetCell {
  const kind = KINDS[type] ?? 'number'
  if (type === 's') return { ...cell, kind, value: texts[Number(cell.value)] }
  if (kind === 'text' && cell.value !== undefined) {
    return { ...cell, kind, value: unescapeText(cell.value) }
  }
  return { ...cell, kind }
}

/** With or without a prefix, as the program that wrote it likes. */
const END_OF_ROWS = /<\/(?:[\w.-]{1,50}:)?sheetData\s*>/
const LONGEST_END = 100
const MAX_MERGES = 100

/** Which cells are merged, as `B2:C3`; only what comes after the rows is looked at. */
export async function readMergedCells({ zip }: Workbook, { part }: SheetEntry): Promise<string[]> {
  const decoder = new TextDecoder('utf-8')
  const merged: string[] = []
  const read = createXmlReader({
    open(name, attribute) {
      const range = name === 'mergeCell' ? attribute('ref') : undefined
      if (range !== undefined && merged.length < MAX_MERGES) merged.push(range)
    },
    close() {},
  })
  let tail = ''
  let below = false
  for await (const chunk of zip.read(part, MAX_SHEET_BYTES)) {
    const text = decoder.decode(chunk, { stream: true })
    if (below) read(text)
    else {
      tail = tail.slice(-LONGEST_END) + text
      const end = tail.search(END_OF_ROWS)
      if (end < 0) continue
      below = true
      read(tail.slice(end))
    }
  }
  return merged
}
