import { stat } from 'node:fs/promises'
import type { Cli } from '../../../cli.ts'
import { startProgress } from '../../../terminal/progress.ts'
import type { Finding } from '../../../tables/finding.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Selection } from '../../journal/journal-reader.ts'
import { readSentMetadata, type JournalRow } from '../../journal/journal-row.ts'
import { countRemaining, listRowStates } from '../../journal/remaining-work.ts'
import type { OnlineCheckedManifest } from '../read-and-check.ts'
import { UNFINISHED_STATES } from '../../journal/row-state-machine.ts'
import { computeSha256 } from '../../../tables/sha256.ts'
import { createDuplicateReport } from './duplicate-report.ts'
import { findExistingImages } from './find-existing.ts'
import type { ListedImage } from './search-images.ts'
import type { DuplicatePolicy } from './duplicate-policy.ts'

/** Above this size, reading the files takes long enough to show progress. */
const MIN_PROGRESS_BYTES = 1_000_000_000

export interface DuplicateOptions {
  policy: DuplicatePolicy
  selection: Selection
  maxRows: number
}

/**
 * Marks rows whose image already exists in their collection, so that the run skips them.
 * @returns warnings
 * @throws CatalogError kind `conflict` if the policy is `fail` and there are or may be such rows
 */
export async function markExisting(
  cli: Cli,
  { api }: Pick<OnlineCheckedManifest, 'api'>,
  journal: Journal,
  { policy, selection, maxRows }: DuplicateOptions,
): Promise<Finding[]> {
  if (policy === 'import') return []
  const report = createDuplicateReport()
  const left = countRemaining(listRowStates(journal), { ...selection, maxRows })
  const isSlow = left.bytes > MIN_PROGRESS_BYTES
  const { rows: count, bytes } = left
  using progress = await startProgress(cli, {
    unit: 'files compared',
    count: isSlow ? count : 0,
    bytes,
  })
  const canSearch = await findExistingImages(
    {
      api,
      isOwn: createOwnImageTest(journal),
      sharedReferences: journal.findSharedReferences(),
      limit: maxRows,
      readSha256: (row) => readSha256(journal, row),
      onFound({ id, image }, existing) {
        report.addRow(image, existing)
        if (existing.isSame) journal.markExisting(id, existing.id)
      },
      onRow({ image }) {
        progress.addBytes(image.size)
        progress.addDone()
      },
    },
    readCandidates(cli, journal, selection),
  )
  return report.finish(policy, canSearch)
}

/**
 * Creates a function that tells whether this import created an image. It includes those that a row in doubt may have
 * created, so that other rows with the same file are still imported.
 */
function createOwnImageTest(journal: Journal): (image: ListedImage) => boolean {
  const rowsInDoubt = [...journal.readRowsInDoubt()]
  return (image) =>
    journal.findByImage(image.id) !== undefined ||
    rowsInDoubt.some((row) => mayHaveCreated(row, image))
}

function mayHaveCreated({ image, record }: JournalRow, found: ListedImage): boolean {
  return (
    found.id > (record.newestImageBefore ?? 0) &&
    found.collection.id === image.collection &&
    found.sha256 === record.sha256 &&
    found.title === readSentMetadata({ image, record }).title
  )
}

/** Leaves out rows with an unresolved commit: the import may have created their image itself. */
function* readCandidates(cli: Cli, journal: Journal, selection: Selection): Generator<JournalRow> {
  for (const row of journal.readRows(UNFINISHED_STATES, selection)) {
    cli.signal.throwIfAborted()
    if (!row.rowState.hasUnresolvedCommit) yield row
  }
}

/** Uses the recorded SHA-256 if the file has not changed since. */
async function readSha256(
  journal: Journal,
  { id, image, record }: JournalRow,
): Promise<string | undefined> {
  if (image.sha256 !== undefined) return image.sha256
  try {
    const { mtimeMs: modifiedAt, size } = await stat(image.path)
    const isSame = record.modifiedAt === modifiedAt && size === image.size
    if (record.sha256 !== null && isSame) return record.sha256
    const sha256 = await computeSha256(image.path)
    journal.recordSha256(id, { sha256, modifiedAt })
    return sha256
  } catch {
    // The upload of the row reports an unreadable file.
    return undefined
  }
}
