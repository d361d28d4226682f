import type { JournalWriter } from './journal-writer.ts'
import type { PlanTransaction } from './plan-transaction.ts'
import { computeSha256 } from '../../tables/sha256.ts'

/**
 * Handles imported rows whose file may have changed. An import never changes an existing image, so it marks the
 * row as edited. A replacement is planned again. A file with the same content is ignored.
 */
export async function handleChangedFiles(
  journal: JournalWriter,
  candidates: PlanTransaction['changedFiles'],
): Promise<void> {
  for (const candidate of candidates) {
    const { id, image, sha256 } = candidate
    if ((await tryComputeSha256(image.path)) === sha256) {
      journal.recordSha256(id, { sha256, modifiedAt: image.modifiedAt ?? 0 })
    } else if (image.replaces === undefined) journal.markEdited(id, 'file')
    else await journal.replanRow(candidate)
  }
}

/** Returns the SHA-256 of a file, or undefined if it cannot be read. */
async function tryComputeSha256(path: string): Promise<string | undefined> {
  return await computeSha256(path).catch(() => undefined)
}
