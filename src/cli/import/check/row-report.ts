import type { Column } from '../../tables/columns.ts'
import { cellAddress, type Finding } from '../../tables/finding.ts'
import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'

/** Collects the findings about the cells of one row. */
export interface RowReport {
  /** Always returns undefined, so that a check can return the call. */
  error(code: string, column: Column, message: string, suggestion?: string): undefined
  warning(code: string, column: Column, message: string, suggestion?: string): undefined
}

export function createRowReport(
  manifest: Pick<Manifest, 'columns'>,
  row: ManifestRow,
  findings: Finding[],
): RowReport {
  const add =
    (severity: Finding['severity']) =>
    (code: string, column: Column, message: string, suggestion?: string): undefined => {
      const index = manifest.columns.indexOf(column)
      findings.push({
        code,
        severity,
        row: row.row,
        line: row.line,
        cell: index < 0 ? null : cellAddress(index, row.sheetRow),
        column,
        value: row.values[column] ?? null,
        message,
        suggestion: suggestion ?? null,
        row_key: rowKey(row),
      })
    }
  return { error: add('error'), warning: add('warning') }
}

/** Returns the key that identifies a row across runs: its `image_id`, its `row_id`, or its normalized file name. */
export function rowKey({ values }: ManifestRow): string {
  const file = (values.file ?? '').replaceAll('\\', '/').replace(/^\.\//, '')
  return values.image_id ?? values.row_id ?? file.normalize()
}
