import type { CheckOptions } from './check-options.ts'
import { dirname, resolve } from 'node:path'
import type { Manifest } from '../manifest/manifest.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import { checkRow } from './check-row.ts'
import type { CheckedRow } from './checked-row.ts'
import { createDuplicateFinder, type Duplicates } from './duplicates.ts'
import { createFileFinder } from './find-file.ts'
import { limitYoungGeneration } from './little-memory.ts'
import { mapInOrder } from './map-in-order.ts'
import { missingColumns } from './missing-columns.ts'
import { reportOnRow, rowKey } from './report-row.ts'
import { countTrimmedCells } from './trimmed-cells.ts'
import { createTally, type CheckSummary } from './tally.ts'

const FILES_AT_ONCE = 32
const MAX_FINDINGS = 10_000

/** Checks every row of a manifest, sending nothing; all that is wrong is found at once. */
export async function checkManifest(
  manifest: Manifest,
  options: CheckOptions,
): Promise<CheckSummary> {
  limitYoungGeneration()
  const find = createFileFinder(rootsOf(manifest, options.roots))
  const duplicates = createDuplicateFinder({ samePath: options.replaceable !== undefined })
  const tally = createTally(manifest, options.maxFindings ?? MAX_FINDINGS)
  const trimmed = countTrimmedCells(manifest)
  const firsts = new Map<string, number>()
  const check = async (row: ManifestRow): Promise<CheckedRow> => {
    if (row.done) options.onImported?.(row, options.collection)
    if (isSkipped(row)) return { row, findings: [] }
    return await checkRow({ manifest, row, find, options, first: firstWithKey(row, firsts) })
  }
  for await (const checked of mapInOrder(manifest.rows(), FILES_AT_ONCE, check)) {
    await warnOfDuplicate(manifest, checked, duplicates)
    if (checked.row.done) tally.done()
    else if (isSkipped(checked.row)) tally.skipped()
    else {
      tally.row(checked)
      trimmed.look(checked.row)
    }
    await options.onRow?.(checked.row, checked.findings)
    if (checked.image) options.onImage?.(checked.image)
  }
  const ofWhole =
    options.replaceable || manifest.header.length === 0
      ? []
      : missingColumns(manifest, tally, options.collection)
  return tally.summary([...ofWhole, ...trimmed.findings()])
}

function rootsOf({ format, path }: Manifest, given: readonly string[]): string[] {
  const own = format === 'folder' ? path : dirname(path)
  return (given.length === 0 || format === 'folder' ? [own] : given).map((root) => resolve(root))
}

function isSkipped({ done, values }: ManifestRow): boolean {
  return done || /^(1|true|yes|y|x)$/i.test(values.skip ?? '')
}

/** In the order of rows, so that always the later one is told. */
async function warnOfDuplicate(
  manifest: Manifest,
  { row, findings, file }: CheckedRow,
  duplicates: Duplicates,
): Promise<void> {
  const line = file && (await duplicates.earlier(file, row.line))
  if (line === undefined) return
  const message = `The file in line ${line} has the same content.`
  reportOnRow(manifest, row, findings).warning('file.duplicate_content', 'file', message)
}

/** The line of an earlier row with the same key. */
function firstWithKey(row: ManifestRow, firsts: Map<string, number>): number | undefined {
  const key = rowKey(row)
  if (key === '' || row.unreadable) return undefined
  const first = firsts.get(key)
  if (first === undefined) firsts.set(key, row.line)
  return first
}
