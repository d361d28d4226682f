import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { cellAddress, manifestFinding, type Finding } from '../../tables/finding.ts'
import { createDayOrderCounter } from '../../dates/day-order-counter.ts'
import type { CheckOptions } from './check-options.ts'
import type { PlaceOptions } from './check-place.ts'

/** Counts what many rows of a table share, to report each kind in one finding. */
export interface RepeatedFindings {
  addRow(row: ManifestRow): void
  findings(): Finding[]
}

type Options = PlaceOptions & Pick<CheckOptions, 'deriveEdtf' | 'dates'>

export function countRepeatedFindings(manifest: Manifest, options: Options): RepeatedFindings {
  const counters = [
    countTrimmedCells(manifest),
    countFittedRows(manifest),
    countUnplacedRows(manifest, options),
    countDayOrders(options),
  ]
  return {
    addRow(row) {
      if (!row.isUnreadable) for (const counter of counters) counter.addRow(row)
    },
    findings: () => counters.flatMap((counter) => counter.findings()),
  }
}

/** Counts cells with leading or trailing spaces in known columns: the others are not imported. */
function countTrimmedCells({ columns, headerRow }: Manifest): RepeatedFindings {
  const known = columns.flatMap((column, index) =>
    column === undefined ? [] : [{ column, index }],
  )
  let count = 0
  let first: Partial<Finding> = {}
  return {
    addRow({ cells, row, line, sheetRow }) {
      for (const { column, index } of known) {
        const cell = cells[index] ?? ''
        const trimmed = cell.trim()
        if (trimmed === cell || trimmed === '') continue
        count += 1
        if (count > 1) continue
        const address = headerRow === null ? null : cellAddress(index, sheetRow)
        first = { row, line, cell: address, column, value: cell }
      }
    },
    findings() {
      if (count === 0) return []
      const others =
        count === 1 ? '' : `, here and in ${count - 1} more ${count === 2 ? 'cell' : 'cells'}`
      const message = `Leading and trailing spaces are removed${others}.`
      return [manifestFinding('cell.blanks', message, { severity: 'warning', ...first })]
    },
  }
}

/** Counts rows to which missing cells were added, or from which surplus empty ones were dropped. */
export function countFittedRows({ header }: { header: readonly string[] }) {
  let count = 0
  let first: Partial<Finding> = {}
  let firstCells = 0
  return {
    addRow({ writtenCells, row, line }: Pick<ManifestRow, 'writtenCells' | 'row' | 'line'>): void {
      if (writtenCells === undefined) return
      count += 1
      if (count > 1) return
      first = { row, line }
      firstCells = writtenCells
    },
    findings(): Finding[] {
      if (count === 0) return []
      const others =
        count === 1 ? '' : `, and ${count - 1} more ${count === 2 ? 'row differs' : 'rows differ'}`
      const message = `The row has ${firstCells} cells, the header ${header.length}${others}. Missing cells are read as blank, and surplus empty ones are ignored.`
      return [manifestFinding('csv.cell_count', message, { severity: 'warning', ...first })]
    },
  }
}

/** Counts rows whose coordinates place nothing because the table does not say how certain they are. */
function countUnplacedRows({ columns }: Manifest, { places }: PlaceOptions): RepeatedFindings {
  const isCounting = places === undefined && !columns.includes('confidence')
  let rows = 0
  return {
    addRow({ values }) {
      const { latitude, longitude, confidence } = values
      if (isCounting && (latitude ?? longitude) !== undefined && confidence === undefined) rows += 1
    },
    findings() {
      if (rows === 0) return []
      const count = rows === 1 ? '1 row has coordinates' : `${rows} rows have coordinates`
      const message = `${count}, which place nothing: such columns often have the position of the town. If they say where the camera stood, add how certain they are: --places low, --places medium or --places high, or a column "confidence". To suggest them to people who place the images: --places suggest.`
      return [
        manifestFinding('places.unused', message, { severity: 'warning', column: 'latitude' }),
      ]
    },
  }
}

/** Finds dates that are not derived although other dates of the column prove the order of day and month. */
function countDayOrders({ deriveEdtf, dates }: Options): RepeatedFindings {
  const counter = createDayOrderCounter()
  const isOpen = deriveEdtf === 'certain' && dates?.dayOrder === undefined
  return {
    addRow({ values }) {
      if (isOpen) counter.add(values.original_date, 1)
    },
    findings() {
      const message = counter.describe()
      if (message === undefined) return []
      const about = { severity: 'warning', column: 'original_date' } as const
      return [manifestFinding('edtf.day_order', message, about)]
    },
  }
}
