import { manifestFinding, type Finding } from '../check/finding.ts'
import { rowKey } from '../check/row-report.ts'
import { openAnnotatedCopy, type AnnotatedCopy } from './annotated-copy.ts'
import { readRows, type FoundImport } from '../journal/reading.ts'
import { readManifest, type Manifest } from '../manifest/manifest.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { RowResult } from './row-result.ts'

/** The tables that a report may write, each by its path. */
export interface ReportTables {
  /** The rows that are not imported, to be mended and imported again. */
  failed?: string
  /** The whole manifest, with what became of each row. */
  annotated?: string
}

const RESULT_COLUMNS = ['_state', '_image_id']

/**
 * Writes copies of the manifest as it is now, beside what became of its rows.
 * @returns where they are
 */
export async function writeTables(
  found: FoundImport,
  { failed, annotated }: ReportTables,
): Promise<string[]> {
  const results = new Map([...readRows(found)].map(({ key, result }) => [key, result]))
  const manifest = await readManifest(found.batch.manifest, found.batch.reading)
  const resultOf = (row: ManifestRow): RowResult | undefined => results.get(rowKey(row))
  if (failed !== undefined) {
    await using copy = await openAnnotatedCopy(manifest, failed)
    await writeFailed(copy, manifest, resultOf)
  }
  if (annotated !== undefined) {
    await using copy = await openAnnotatedCopy(manifest, annotated, RESULT_COLUMNS)
    await writeAll(copy, manifest, resultOf)
  }
  return [failed, annotated].filter((file) => file !== undefined)
}

type ResultOf = (row: ManifestRow) => RowResult | undefined

async function writeFailed(
  copy: AnnotatedCopy,
  manifest: Manifest,
  resultOf: ResultOf,
): Promise<void> {
  for await (const row of manifest.rows()) {
    const result = resultOf(row)
    if (result && isUnresolved(result)) await copy.add(row, toFindings(result))
  }
  await copy.publish()
}

async function writeAll(
  copy: AnnotatedCopy,
  manifest: Manifest,
  resultOf: ResultOf,
): Promise<void> {
  for await (const row of manifest.rows()) {
    const result = resultOf(row)
    const marks = [result?.state ?? 'not_started', String(result?.image_id ?? '')]
    await copy.add(row, result ? toFindings(result) : [], marks)
  }
  await copy.publish()
}

function isUnresolved({ state }: RowResult): boolean {
  return state === 'failed' || state === 'undecided' || state === 'unfinished'
}

function toFindings({ code, message, row, line }: RowResult): Finding[] {
  return code === null ? [] : [manifestFinding(code, message ?? '', { row, line })]
}
