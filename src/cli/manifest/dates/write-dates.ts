import { invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { STANDARD_INPUT } from '../../tables/input-file.ts'
import { nameCopy, toFileFormat } from '../../tables/output-format.ts'
import { writeTable, type Cells } from '../../tables/write-table.ts'
import { chooseFormat } from '../choose-format.ts'
import type { ReadTable } from '../read-table.ts'
import { getRecordedDate, isBlankDate, type DateColumns } from './recorded-dates.ts'

/** A copy of a table with EDTF dates. */
export interface DatedTable {
  /** As given or derived from the name of the manifest. */
  file: string
  rows: number
  /** Number of rows whose EDTF date was filled in. */
  filled: number
}

/**
 * Writes a copy of a table in which blank EDTF dates are filled. All other cells stay as they are; a missing column is
 * added after the recorded dates.
 * @param edtf EDTF by recorded date
 */
export async function writeDates(
  cli: Cli,
  { table, columns }: { table: ReadTable; columns: DateColumns },
  edtf: ReadonlyMap<string, string>,
  {
    file = getDefaultName(table),
    force,
  }: { file?: string | undefined; force: boolean | undefined },
): Promise<DatedTable> {
  const { format: own, delimiter, name, header } = table
  const format = chooseFormat(cli, file, {}, toFileFormat(own))
  let filled = 0
  async function* fillRows(): AsyncGenerator<Cells> {
    filled = 0
    for await (const cells of table.rows()) {
      const found = isBlankDate(cells, columns) && edtf.get(getRecordedDate(cells, columns))
      if (found) filled += 1
      yield setDate(cells, columns, found || undefined)
    }
  }
  const hasDelimiter = own === 'csv' && format.format === 'csv'
  const rows = await writeTable(
    cli,
    { path: file, force, inputs: [name] },
    { header: addColumn(header, columns), rows: fillRows },
    hasDelimiter ? { ...format, delimiter } : format,
  )
  return { file, rows, filled }
}

/** `album.csv` → `album.dates.csv` */
function getDefaultName({ name, format }: ReadTable): string {
  if (name === STANDARD_INPUT)
    throw invalid('--write', 'needs the name of a file, because the table is standard input')
  return nameCopy(name, format, 'dates')
}

function addColumn(header: readonly string[], { recorded, edtf }: DateColumns): string[] {
  return edtf < 0 ? header.toSpliced(recorded + 1, 0, 'edtf_date') : [...header]
}

/** @param date undefined to leave the cell as it is */
function setDate(cells: Cells, { recorded, edtf }: DateColumns, date: string | undefined): Cells {
  if (edtf < 0) return cells.toSpliced(recorded + 1, 0, date)
  return date === undefined ? cells : cells.with(edtf, date)
}
