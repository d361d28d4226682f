import type { Journal } from './journal.ts'
import type { PlanTransaction } from './plan-transaction.ts'
import { computeSha256 } from '../sha256.ts'

/**
 * Takes up rows that are done and whose file has other bytes now; one that was only touched is the same.
 * An import never changes an image, so it only tells; a replacement is to be done again.
 */
export async function handleChangedFiles(
  journal: Journal,
  suspects: PlanTransaction['changedFiles'],
): Promise<void> {
  for (const suspect of suspects) {
    const { id, image, sha256 } = suspect
    if ((await tryComputeSha256(image.path)) === sha256)
      journal.updateModifiedAt(id, image.modifiedAt ?? 0)
    else if (image.replaces === undefined) journal.markEdited(id, 'file')
    else await journal.replanRow(suspect)
  }
}

/** Undefined when the file cannot be read. */
export async function tryComputeSha256(path: string): Promise<string | undefined> {
  return await computeSha256(path).catch(() => undefined)
}
