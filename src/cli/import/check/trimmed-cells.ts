import type { Manifest } from '../manifest/manifest.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import { cellAddress, manifestFinding, type Finding } from './finding.ts'

/** Counts cells whose text begins or ends with blanks, to tell of them once. */
export interface TrimmedCellCounter {
  addRow(row: ManifestRow): void
  findings(): Finding[]
}

/** Of the columns that are known; what is trimmed of others goes nowhere. */
export function createTrimmedCellCounter({ columns, headerRow }: Manifest): TrimmedCellCounter {
  const known = columns.flatMap((column, index) =>
    column === undefined ? [] : [{ column, index }],
  )
  let count = 0
  let first: Partial<Finding> = {}
  return {
    addRow({ cells, isUnreadable, row, line, sheetRow }) {
      if (isUnreadable) return
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
