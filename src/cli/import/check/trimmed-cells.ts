import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { cellAddress, manifestFinding, type Finding } from '../../tables/finding.ts'

/** Counts cells with leading or trailing spaces, to report them in one finding. */
export interface TrimmedCellCounter {
  addRow(row: ManifestRow): void
  findings(): Finding[]
}

/** Counts only in known columns: the others are not imported. */
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
