import { dirname, resolve } from 'node:path'
import type { Manifest, ManifestRow } from '../manifest/manifest.ts'
import type { PlannedImage } from '../plan.ts'
import { checkRow, type CheckedRow } from './check-row.ts'
import type { Vocabulary } from './check-metadata.ts'
import { createFileFinder } from './find-file.ts'
import type { Finding } from './finding.ts'
import { mapInOrder } from './map-in-order.ts'
import { missingColumns } from './missing-columns.ts'
import { rowKey } from './report-row.ts'
import { openTally, type CheckSummary } from './tally.ts'

const FILES_AT_ONCE = 32
const MAX_FINDINGS = 10_000

export interface CheckOptions {
  /** Folders that files are looked up in; the manifest's own when none is given. */
  roots: readonly string[]
  /** For rows that name none. */
  collection?: number
  /** What the instance knows; undefined when it is not asked. */
  vocabulary?: Vocabulary
  /** So many findings are kept, the others counted. */
  maxFindings?: number
  /** Given each row without errors, in the order of rows. */
  onImage?: (image: PlannedImage) => void
  /** Given each row that counts with what is said about it, in the order of rows. */
  onRow?: (row: ManifestRow, findings: readonly Finding[]) => void
}

/** Checks every row of a manifest, sending nothing; all that is wrong is found at once. */
export async function checkManifest(
  manifest: Manifest,
  options: CheckOptions,
): Promise<CheckSummary> {
  const roots = options.roots.length > 0 ? options.roots : [dirname(manifest.path)]
  const find = createFileFinder(roots.map((root) => resolve(root)))
  const tally = openTally(manifest, options.maxFindings ?? MAX_FINDINGS)
  const firsts = new Map<string, number>()
  const check = async (row: ManifestRow): Promise<CheckedRow> =>
    await checkRow({ manifest, row, find, options, first: firstWithKey(row, firsts) })
  for await (const checked of mapInOrder(rowsThatCount(manifest), FILES_AT_ONCE, check)) {
    tally.row(checked)
    options.onRow?.(checked.row, checked.findings)
    if (checked.image) options.onImage?.(checked.image)
  }
  return tally.summary(missingColumns(manifest, tally, options.collection))
}

async function* rowsThatCount(manifest: Manifest): AsyncGenerator<ManifestRow> {
  for await (const row of manifest.rows()) if (!isTruthy(row.values.skip)) yield row
}

function isTruthy(value: string | undefined): boolean {
  return /^(1|true|yes|y|x)$/i.test(value ?? '')
}

/** The line of an earlier row with the same key. */
function firstWithKey(row: ManifestRow, firsts: Map<string, number>): number | undefined {
  const key = rowKey(row)
  if (key === '' || row.unreadable) return undefined
  const first = firsts.get(key)
  if (first === undefined) firsts.set(key, row.line)
  return first
}
