import { formatTimestamp } from '../../core/clock.ts'
import { tally } from './ending.ts'
import { isRunning, readRows, type FoundImport } from './journal/reading.ts'
import type { RowResult } from './result.ts'

/** So many rows are named one by one. */
const MAX_UNRESOLVED = 1000

export interface ImportDescription {
  schema: 'catalog.import.status/1'
  id: string
  manifest: string
  instance: string
  journal: string
  last_run_at: string
  running: boolean
  rows: number
  imported: number
  failed: number
  undecided: number
  unfinished: number
  not_started: number
}

/** An import as its journal has it: all its rows, of whichever run. */
export function describeImport(found: FoundImport): ImportDescription {
  const { batch, folder } = found
  const counts = tally(allResults(found))
  return {
    schema: 'catalog.import.status/1',
    id: batch.id,
    manifest: batch.manifest,
    instance: batch.instance,
    journal: folder,
    last_run_at: formatTimestamp(batch.updatedAt),
    running: isRunning(found),
    rows: counts.rows,
    imported: counts.imported + counts.imported_before,
    failed: counts.failed,
    undecided: counts.undecided,
    unfinished: counts.unfinished,
    not_started: counts.not_started,
  }
}

export function* allResults(found: FoundImport): Generator<RowResult> {
  for (const { result } of readRows(found)) yield result
}

/** Rows that have come to no end, and those that failed. */
export function unresolvedRows(found: FoundImport): RowResult[] {
  const unresolved: RowResult[] = []
  for (const result of allResults(found)) {
    const isOpen = ['failed', 'undecided', 'unfinished'].includes(result.state)
    if (isOpen && unresolved.length < MAX_UNRESOLVED) unresolved.push(result)
  }
  return unresolved
}
