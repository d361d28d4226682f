import { stat } from 'node:fs/promises'
import type { Cli } from '../../../cli.ts'
import { startProgress } from '../../../progress.ts'
import type { Finding } from '../finding.ts'
import type { Journal, Selection } from '../../journal/journal.ts'
import type { JournalRow } from '../../journal/journal-row.ts'
import { countRemaining, listRowStates } from '../../report/remaining-work.ts'
import type { PlannedImage } from '../planned-image.ts'
import type { OnlineCheckedManifest } from '../read-and-check.ts'
import { UNFINISHED_STATES } from '../../engine/run-import.ts'
import { computeSha256 } from '../../sha256.ts'
import { createDuplicateReport } from './duplicate-report.ts'
import { findExistingImages, type CandidateRow } from './find-existing.ts'
import type { DuplicatePolicy } from './duplicate-policy.ts'

/** Reading so many bytes takes long enough to be shown. */
const MANY_BYTES = 1_000_000_000

/** Which rows of a run are looked up, and what becomes of those that are there. */
export interface DuplicateOptions {
  policy: DuplicatePolicy
  selection: Selection
  maxRows: number
}

/**
 * Marks rows whose picture is in their collection already, so that the run skips them.
 * @returns what a person should know besides
 * @throws CatalogError kind `conflict` with the policy `fail`
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
  const isSlow = left.bytes > MANY_BYTES
  const { rows: count, bytes } = left
  using progress = await startProgress(cli, {
    unit: 'files compared',
    count: isSlow ? count : 0,
    bytes,
  })
  const canAsk = await findExistingImages(
    {
      api,
      isOwn: (imageId) => journal.findByImage(imageId) !== undefined,
      sharedReferences: journal.findSharedReferences(),
      limit: maxRows,
      onFound(sought, existing) {
        report.addRow(sought.image, existing)
        if (existing.isSame) journal.markExisting(sought.row.id, existing.id)
      },
      onRow({ image }) {
        progress.addBytes(image.size)
        progress.addDone()
      },
    },
    readCandidates(cli, journal, selection),
  )
  return report.finish(policy, canAsk)
}

interface JournaledRow extends CandidateRow {
  row: JournalRow
  image: PlannedImage
}

/** Rows that may have an image of their own are decided about first; they are not looked up. */
function* readCandidates(
  cli: Cli,
  journal: Journal,
  selection: Selection,
): Generator<JournaledRow> {
  for (const row of journal.readRows(UNFINISHED_STATES, selection)) {
    cli.signal.throwIfAborted()
    if (row.rowState.hasUnresolvedCommit) continue
    yield { row, image: row.image, digest: () => readDigest(journal, row) }
  }
}

/** A file that was read before and has not been changed since is not read again. */
async function readDigest(
  journal: Journal,
  { id, image, record }: JournalRow,
): Promise<string | undefined> {
  if (image.sha256 !== undefined) return image.sha256
  try {
    const { mtimeMs: modifiedAt, size } = await stat(image.path)
    const isSame = record.modifiedAt === modifiedAt && size === image.size
    if (record.sha256 !== null && isSame) return record.sha256
    const sha256 = await computeSha256(image.path)
    journal.recordDigest(id, { sha256, modifiedAt })
    return sha256
  } catch {
    // Whether it can be sent is found out when its turn comes.
    return undefined
  }
}
