import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { openSession } from '../../login/session.ts'
import { openJournal } from '../journal/journal.ts'
import { IN_DOUBT_STATES, PLANNED } from '../journal/row-state-machine.ts'
import { openReadOnlyJournal, type JournalReader } from '../journal/journal-reader.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { findSimilarImages, type SimilarImage } from '../transfer/locate-image.ts'
import { openSingleAccountApi } from '../../client/single-account-api.ts'

export interface UndecidedRow {
  row_key: string
  line: number
  file: string
  title: string
  slot: string | null
  code: string | null
  message: string | null
}

/** Rows whose outcome the user must decide; with a key, only that row. */
export function listUndecidedRows(journal: JournalReader, key?: string): UndecidedRow[] {
  const rows: UndecidedRow[] = []
  for (const stored of journal.readStoredRows('all')) {
    if (stored.state !== 'review') continue
    if (key !== undefined && key !== stored.key) continue
    const { line, file, slot, problem_code: code, problem_message: message } = stored
    const { title } = JSON.parse(stored.metadata) as { title: string }
    rows.push({ row_key: stored.key, line, file, title, slot, code, message })
  }
  return rows
}

/** Images that undecided rows may have created, with the evidence for each. */
export async function findCandidates(
  cli: Cli,
  journal: JournalReader,
  key?: string,
): Promise<(SimilarImage & { row_key: string })[]> {
  const { api } = await openSingleAccountApi(cli, await openSession(cli))
  if (api.url !== journal.batch.instance) throw otherInstanceError(journal.batch.instance)
  const candidates: (SimilarImage & { row_key: string })[] = []
  for (const { row_key } of listUndecidedRows(journal, key)) {
    const row = journal.findByKey(row_key)
    const similar = row ? await findSimilarImages({ cli, api, signal: cli.signal }, row) : []
    candidates.push(...similar.map((one) => ({ row_key, ...one })))
  }
  return candidates
}

function otherInstanceError(instance: string): CatalogError {
  return new CatalogError('conflict', `This import belongs to ${instance}. Select it with --url.`, {
    code: 'journal.other_instance',
  })
}

/**
 * Records the user's decision about a row.
 * @param imageId undefined if the row created no image, so that the next run imports it
 * @returns the file of the row
 * @throws CatalogError kind `not_found` for an unknown row, `conflict` if its outcome is known
 */
export async function resolveRow(
  cli: Cli,
  folder: string,
  key: string,
  imageId: number | undefined,
): Promise<string> {
  const { manifest, instance } = readBatchIn(folder)
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

function readBatchIn(folder: string): JournalReader['batch'] {
  using journal = openReadOnlyJournal(folder)
  if (journal) return journal.batch
  throw new CatalogError('not_found', `No journal found in ${folder}.`)
}

function requireUndecided({ rowState, image }: JournalRow): void {
  const { state } = rowState
  if (state === 'review' || IN_DOUBT_STATES.includes(state)) return
  throw new CatalogError('conflict', `The outcome of ${image.file} is already known.`, {
    code: 'row.decided',
  })
}
