import { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { openSession } from '../../login/session.ts'
import { openJournal } from '../journal/journal.ts'
import { IN_DOUBT_STATES, PLANNED } from '../journal/protocol.ts'
import { findImport, readRow, readRows, type FoundImport } from '../journal/reading.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { findSimilarImages, type SimilarImage } from './locate-image.ts'
import { openSingleAccountApi } from '../../single-account-api.ts'

export interface UndecidedRow {
  row_key: string
  line: number
  file: string
  title: string
  slot: string | null
  code: string | null
  message: string | null
}

/** The rows that a person must decide about, or one of them. */
export function listUndecidedRows(found: FoundImport, key?: string): UndecidedRow[] {
  const rows: UndecidedRow[] = []
  for (const { key: rowKey, stored } of readRows(found)) {
    if (stored.state !== 'review') continue
    if (key !== undefined && key !== rowKey) continue
    const { line, file, slot, problem_code: code, problem_message: message } = stored
    const { title } = JSON.parse(stored.metadata) as { title: string }
    rows.push({ row_key: rowKey, line, file, title, slot, code, message })
  }
  return rows
}

/** Images of the instance that may be an undecided row's, with what speaks for each. */
export async function findCandidates(
  cli: Cli,
  found: FoundImport,
  key?: string,
): Promise<(SimilarImage & { row_key: string })[]> {
  const { api } = await openSingleAccountApi(cli, await openSession(cli))
  if (api.url !== found.batch.instance) throw otherInstance(found.batch.instance)
  const candidates: (SimilarImage & { row_key: string })[] = []
  for (const { row_key } of listUndecidedRows(found, key)) {
    const row = readRow(found, row_key)
    const similar = row ? await findSimilarImages({ cli, api, signal: cli.signal }, row) : []
    candidates.push(...similar.map((one) => ({ row_key, ...one })))
  }
  return candidates
}

function otherInstance(instance: string): CatalogError {
  return new CatalogError('conflict', `This import belongs to ${instance}. Select it with --url.`, {
    code: 'journal.other_instance',
  })
}

/**
 * Keeps a person's decision about a row.
 * @param imageId undefined when there is no image, so that the row is imported again
 * @returns the row's file
 * @throws CatalogError kind `not_found` for an unknown row, `conflict` for one that is decided
 */
export async function resolveRow(
  cli: Cli,
  folder: string,
  key: string,
  imageId: number | undefined,
): Promise<string> {
  const { manifest, instance } = batchIn(folder)
  await using journal = await openJournal({ folder, manifest, instance, now: cli.clock.now() })
  const row = journal.findByKey(key)
  if (row === undefined) {
    throw new CatalogError(
      'not_found',
      `The import has no row ${JSON.stringify(key)}. To list undecided rows: catalog import resolve`,
    )
  }
  requireUndecided(row)
  row.record.note = null
  row.rowState =
    imageId === undefined
      ? PLANNED
      : { ...row.rowState, state: 'committed', imageId, problem: null, hasUnresolvedCommit: false }
  if (imageId !== undefined) row.record.endedInRun = journal.batch.run
  journal.recordEvent(row, 'resolved', JSON.stringify({ imageId: imageId ?? null }))
  await journal.saveRow(row)
  return row.image.file
}

function batchIn(folder: string): FoundImport['batch'] {
  using found = findImport(folder)
  if (found) return found.batch
  throw new CatalogError('not_found', `No journal found in ${folder}.`)
}

function requireUndecided({ rowState, image }: JournalRow): void {
  const { state } = rowState
  if (state === 'review' || IN_DOUBT_STATES.includes(state)) return
  throw new CatalogError('conflict', `The outcome of ${image.file} is already known.`, {
    code: 'row.decided',
  })
}
