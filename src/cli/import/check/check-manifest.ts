import type { CheckOptions } from './check-options.ts'
import { dirname, resolve } from 'node:path'
import type { Manifest } from '../../tables/manifest.ts'
import { isSkipped, type ManifestRow } from '../../tables/manifest-row.ts'
import { checkRow } from './check-row.ts'
import type { CheckedRow } from './checked-row.ts'
import { createDuplicateFinder, type DuplicateFinder } from './duplicate-files.ts'
import { createDownloadFinder, getDownloadPath, isFileUrl } from './file-url.ts'
import { createFileFinder, type FileFinder } from './find-file.ts'
import { limitYoungGeneration } from '../../host/young-generation.ts'
import { mapInOrder } from '../../client/map-in-order.ts'
import { findMissingColumns } from './missing-columns.ts'
import { createRowReport, rowKey } from './row-report.ts'
import { countRepeatedFindings } from './repeated-findings.ts'
import { createTally, type CheckSummary } from './tally.ts'

const FILES_AT_ONCE = 32
const MAX_FINDINGS = 10_000

/** Checks every row of a manifest. Uploads nothing. */
export async function checkManifest(
  manifest: Manifest,
  options: CheckOptions,
): Promise<CheckSummary> {
  limitYoungGeneration()
  const findLocalFile = createFileFinder(resolveRoots(manifest, options.roots))
  const duplicates = createDuplicateFinder({ samePath: options.findReplaceable !== undefined })
  const tally = createTally(manifest, options.maxFindings ?? MAX_FINDINGS)
  const repeated = countRepeatedFindings(manifest, options)
  let places = 0
  const linesByKey = new Map<string, number>()
  const check = async (row: ManifestRow): Promise<CheckedRow> => {
    if (row.isImported) options.onImported?.(row, options.collection)
    if (row.isImported || isSkipped(row)) return { row, findings: [] }
    return await checkRow({
      manifest,
      row,
      findFile: findDownload(row, options) ?? findLocalFile,
      options,
      earlierLine: findEarlierLine(row, linesByKey),
    })
  }
  for await (const checked of mapInOrder(manifest.rows(), FILES_AT_ONCE, check)) {
    await warnOfDuplicate(manifest, checked, duplicates)
    if (checked.row.isImported) tally.addImported()
    else if (isSkipped(checked.row)) tally.addSkipped()
    else {
      tally.addRow(checked)
      repeated.addRow(checked.row)
    }
    await options.onRow?.(checked.row, checked.findings)
    places += Number(hasPlace(checked))
    if (checked.image) options.onImage?.(checked.image)
  }
  const missing =
    options.findReplaceable || manifest.header.length === 0
      ? []
      : findMissingColumns(manifest, tally, options.collection)
  return { ...tally.summarize([...missing, ...repeated.findings()]), places }
}

/** Returns a finder for the downloaded file of a row that names a URL. */
function findDownload(row: ManifestRow, { downloads }: CheckOptions): FileFinder | undefined {
  const { file } = row.values
  if (!isFileUrl(file)) return undefined
  const path = downloads === undefined ? undefined : getDownloadPath(downloads, rowKey(row), file)
  return createDownloadFinder(path)
}

function hasPlace({ image, place = image?.place }: CheckedRow): boolean {
  return place !== undefined
}

function resolveRoots({ format, path }: Manifest, roots: readonly string[]): string[] {
  if (format === 'folder') return [resolve(path)]
  return (roots.length === 0 ? [dirname(path)] : roots).map((root) => resolve(root))
}

/** Must be called in row order, so that the later row gets the warning. */
async function warnOfDuplicate(
  manifest: Manifest,
  { row, findings, file }: CheckedRow,
  duplicates: DuplicateFinder,
): Promise<void> {
  const line = file && (await duplicates.findEarlierLine(file, row.line))
  if (line === undefined) return
  const message = `The file in line ${line} has the same content.`
  createRowReport(manifest, row, findings).warning('file.duplicate_content', 'file', message)
}

/** Returns the line of the first earlier row with the same key. */
function findEarlierLine(row: ManifestRow, linesByKey: Map<string, number>): number | undefined {
  const key = rowKey(row)
  if (key === '' || row.isUnreadable) return undefined
  const line = linesByKey.get(key)
  if (line === undefined) linesByKey.set(key, row.line)
  return line
}
