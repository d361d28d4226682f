import type { Attributes, XmlHandlers } from '../../../core/model/xml-reader.ts'
import { cellAddress } from '../finding.ts'
import {
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_ROW_CHARACTERS,
  type MergedCells,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from '../workbook.ts'
import { MAX_SHEETS, WorkbookError } from '../workbook-error.ts'
import { createTextReader, type TextReader } from './cell-text.ts'
import { readCell, readStoredValue, type StoredValue } from './read-cell.ts'

/** A row that is not blank, and how many equal rows it stands for. */
export interface RepeatedRow {
  row: SheetRow
  repeated: number
  /** Length of its texts. */
  characters: number
}

export interface ContentEvents {
  beginSheet(sheet: Pick<Sheet, 'name' | 'isHidden'>): void
  endRow(row: RepeatedRow): void
  addMerged(merged: MergedCells): void
  endSheet(): void
}

/** A cell between its tags. */
interface OpenCell {
  value: StoredValue
  text: TextReader
  repeated: number
  /** Number of rows and columns that the cell covers. */
  span: { rows: number; columns: number }
}

interface OpenRow {
  number: number
  isHidden: boolean
  repeated: number
  cells: SheetCell[]
  /** Columns of the row so far. */
  width: number
  characters: number
}

/** Creates handlers for `content.xml` that report its sheets and their rows, one after the other. */
export function createContentHandlers(events: ContentEvents): XmlHandlers {
  const styles = createHiddenStyles()
  let rows: ReturnType<typeof createRowHandlers> | undefined
  return skipElement('tracked-changes', {
    open(name, attribute) {
      if (rows) return rows.open(name, attribute)
      styles.open(name, attribute)
      if (name !== 'table') return
      rows = createRowHandlers(events)
      const isHidden = styles.isHidden(attribute('style-name'))
      events.beginSheet({ name: requireShort(attribute('name')), isHidden })
    },
    text: (piece) => rows?.text(piece),
    close(name) {
      if (rows === undefined || rows.close(name) || name !== 'table') return
      rows = undefined
      events.endSheet()
    },
  })
}

/** Leaves out the content of an element, such as cells that were deleted. */
function skipElement(skipped: string, handlers: Required<XmlHandlers>): XmlHandlers {
  let depth = 0
  return {
    open(name, attribute) {
      if (depth > 0 || name === skipped) depth += 1
      else handlers.open(name, attribute)
    },
    text(piece) {
      if (depth === 0) handlers.text(piece)
    },
    close(name) {
      if (depth > 0) depth -= 1
      else handlers.close(name)
    },
  }
}

/** Creates handlers for the rows of one sheet. */
function createRowHandlers(events: ContentEvents) {
  let rows = 0
  let row: OpenRow | undefined
  let cell: OpenCell | undefined
  return {
    open(name: string, attribute: Attributes): void {
      if (cell) cell.text.open(name, attribute)
      else if (name === 'table-row') row = beginRow(rows, attribute)
      else if (row && name === 'table-cell') cell = beginCell(row, attribute)
      else if (row && name === 'covered-table-cell') row.width += readCount(attribute, COLUMNS)
    },
    text(piece: string): void {
      cell?.text.text(piece)
    },
    /** @returns whether the element was a part of a row */
    close(name: string): boolean {
      if (cell) {
        if (cell.text.close()) return true
        if (row) endCell(row, cell, events)
        cell = undefined
      } else if (row && name === 'table-row') {
        rows += row.repeated
        endRow(row, events)
        row = undefined
      } else return row !== undefined
      return true
    },
  }
}

const ROWS = 'number-rows-repeated'
const COLUMNS = 'number-columns-repeated'

function readCount(attribute: Attributes, name: string): number {
  const count = Number(attribute(name) ?? 1)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new WorkbookError('it is damaged')
}

const MAX_NAME_CHARACTERS = 1000

function requireShort(name = ''): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name
  throw new WorkbookError(`it has a name longer than ${MAX_NAME_CHARACTERS} characters`)
}

/** Finds the styles of hidden sheets. */
function createHiddenStyles() {
  const hidden = new Set<string>()
  let current = ''
  return {
    open(name: string, attribute: Attributes): void {
      if (name === 'style') current = attribute('name') ?? ''
      else if (name === 'table-properties' && attribute('display') === 'false') {
        if (hidden.size < MAX_SHEETS) hidden.add(requireShort(current))
      }
    },
    isHidden: (style = ''): boolean => hidden.has(style),
  }
}

function beginRow(before: number, attribute: Attributes): OpenRow {
  return {
    number: before + 1,
    isHidden: /^(?:collapse|filter)$/.test(attribute('visibility') ?? ''),
    repeated: readCount(attribute, ROWS),
    cells: [],
    width: 0,
    characters: 0,
  }
}

function beginCell(row: OpenRow, attribute: Attributes): OpenCell {
  return {
    value: readStoredValue(attribute),
    text: createTextReader(MAX_ROW_CHARACTERS - row.characters),
    repeated: readCount(attribute, COLUMNS),
    span: {
      rows: readCount(attribute, 'number-rows-spanned'),
      columns: readCount(attribute, 'number-columns-spanned'),
    },
  }
}

function endCell(row: OpenRow, { value, text, repeated, span }: OpenCell, events: ContentEvents) {
  const column = row.width
  row.width += repeated
  const content = readCell(value, text.result())
  if (content.text === undefined && !value.isFormula) return
  if (row.width > MAX_COLUMNS) throw new WorkbookError('it has too many columns')
  row.characters += (content.text?.length ?? 0) * repeated
  if (row.characters > MAX_ROW_CHARACTERS) throw new WorkbookError('it has a row longer than 1 MB')
  for (let more = 0; more < repeated; more += 1)
    row.cells.push({ column: column + more, isFormula: value.isFormula, ...content })
  if (span.rows === 1 && span.columns === 1) return
  const lastRow = row.number + span.rows - 1
  const range = `${cellAddress(column, row.number)}:${cellAddress(column + span.columns - 1, lastRow)}`
  events.addMerged({ range, row: row.number, column, lastRow })
}

function endRow({ number, isHidden, repeated, cells, characters }: OpenRow, events: ContentEvents) {
  if (!cells.some(({ text }) => text?.trim())) return
  if (number + repeated - 1 > MAX_ROWS) throw new WorkbookError('it has too many rows')
  events.endRow({ row: { number, isHidden, cells }, repeated, characters })
}
