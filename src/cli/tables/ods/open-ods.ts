import { setImmediate } from 'node:timers/promises'
import { readXml, readXmlToEnd } from '../read-xml.ts'
import { MAX_SHEET_BYTES, type MergedCells, type SheetRow, type Workbook } from '../workbook.ts'
import { createLimitError, MAX_SHEETS, WorkbookError } from '../workbook-error.ts'
import type { Zip } from '../zip.ts'
import { createContentHandlers, type RepeatedRow } from './content.ts'

const CONTENT = 'content.xml'
const MANIFEST = 'META-INF/manifest.xml'
const MAX_MIMETYPE_BYTES = 1000
/** Later ones are not looked at: a workbook with so many is refused for the first. */
const MAX_MERGES = 10_000
/** Minimum size of a cell in a workbook that does not repeat rows, such as `<c><v>1</v></c>`. */
const MIN_CELL_BYTES = 16
/** Repeated cells between other events, such as signals. */
const CELLS_PER_TURN = 10_000

interface Survey {
  name: string
  isHidden: boolean
  merged: MergedCells[]
}

export function isOpenDocument(zip: Zip): boolean {
  return zip.has(CONTENT)
}

/**
 * Opens a spreadsheet in OpenDocument format (ODF 1.3 part 3).
 * @throws WorkbookError if it cannot be read
 */
export async function openOds(zip: Zip): Promise<Workbook> {
  await requireSpreadsheet(zip)
  const sheets = await surveySheets(zip)
  if (sheets.length === 0) throw new WorkbookError('it has no sheets')
  return {
    format: 'ods',
    sheets: sheets.map(({ name, isHidden, merged }, index) => ({
      name,
      isHidden,
      rows: () => readRows(zip, index),
      readMergedCells: (matters) => Promise.resolve(merged.filter(matters)),
    })),
  }
}

async function requireSpreadsheet(zip: Zip): Promise<void> {
  const type = zip.has('mimetype') ? await readMimeType(zip) : ''
  if (!type.startsWith('application/vnd.oasis.opendocument.spreadsheet')) {
    throw new WorkbookError(`it is not an OpenDocument spreadsheet, but ${type || 'untyped'}`)
  }
  if (!zip.has(MANIFEST)) return
  await readXmlToEnd(zip, MANIFEST, {
    open(name) {
      if (name === 'encryption-data') throw new WorkbookError('it has a password')
    },
    close() {},
  })
}

async function readMimeType(zip: Zip): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zip.read('mimetype', MAX_MIMETYPE_BYTES)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1').trim()
}

/** Reads the whole content once: the names of sheets are between their rows. */
async function surveySheets(zip: Zip): Promise<Survey[]> {
  const sheets: Survey[] = []
  let merges = 0
  const handlers = createContentHandlers({
    beginSheet(sheet) {
      if (sheets.length >= MAX_SHEETS) throw createLimitError('sheets', MAX_SHEETS)
      sheets.push({ ...sheet, merged: [] })
    },
    endRow() {},
    addMerged(merged) {
      merges += 1
      if (merges <= MAX_MERGES) sheets.at(-1)?.merged.push(merged)
    },
    endSheet() {},
  })
  await readXmlToEnd(zip, CONTENT, handlers, MAX_SHEET_BYTES)
  return sheets
}

async function* readRows(zip: Zip, wanted: number): AsyncGenerator<SheetRow> {
  const completed: RepeatedRow[] = []
  let index = -1
  let isComplete = false
  let size = 0
  const handlers = createContentHandlers({
    beginSheet() {
      index += 1
    },
    endRow(row) {
      if (index === wanted) completed.push(row)
    },
    addMerged() {},
    endSheet() {
      isComplete ||= index === wanted
    },
  })
  for await (const _ of readXml(zip, CONTENT, MAX_SHEET_BYTES, handlers)) {
    for (const { row, repeated, characters } of completed) {
      size += (characters + row.cells.length * MIN_CELL_BYTES) * repeated
      if (size > MAX_SHEET_BYTES) throw new WorkbookError('it repeats rows too often')
      yield* repeatRow(row, repeated)
    }
    completed.length = 0
    if (isComplete) return
  }
}

async function* repeatRow(row: SheetRow, times: number): AsyncGenerator<SheetRow> {
  const rowsPerTurn = Math.ceil(CELLS_PER_TURN / row.cells.length)
  for (let more = 0; more < times; more += 1) {
    yield { ...row, number: row.number + more }
    if (more % rowsPerTurn === rowsPerTurn - 1) await setImmediate()
  }
}
