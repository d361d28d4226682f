import { manifestFinding, type Finding } from '../../tables/finding.ts'
import { rowKey } from '../check/row-report.ts'
import { openAnnotatedCopy, type AnnotatedCopy } from './annotated-copy.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
import { readManifest, type Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { toRowResult, type RowResult } from '../journal/row-result.ts'

/** Paths of the tables to write. */
export interface ReportTables {
  /** Unresolved rows, to be corrected and imported again. */
  failed?: string
  /** The whole manifest, with the result of each row. */
  annotated?: string
}

const RESULT_COLUMNS = ['_state', '_image_id']

/**
 * Writes copies of the current manifest with the results of its rows.
 * @returns the paths of the copies
 */
export async function writeTables(
  journal: JournalReader,
  { failed, annotated }: ReportTables,
): Promise<string[]> {
  const { batch } = journal
  const results = new Map<string, RowResult>()
  for (const stored of journal.readStoredRows('all')) {
    results.set(stored.key, toRowResult(stored, batch.run))
  }
  const manifest = await readManifest(batch.manifest, batch.reading)
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
    const extraCells = [result?.state ?? 'not_started', String(result?.image_id ?? '')]
    await copy.add(row, result ? toFindings(result) : [], extraCells)
  }
  await copy.publish()
}

function isUnresolved({ state }: RowResult): boolean {
  return state === 'failed' || state === 'undecided' || state === 'unfinished'
}

function toFindings({ code, message, row, line }: RowResult): Finding[] {
  return code === null ? [] : [manifestFinding(code, message ?? '', { row, line })]
}
