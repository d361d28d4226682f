import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { conflict } from '../../base/errors.ts'
import { MAX_REVERTED } from '../../base/limits.ts'
import { importName } from '../../contract/import-batch.ts'
import { lockImages } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { countBatches } from '../../queries/audit/audit.ts'
import {
  findUnduplicated,
  getImportBatch,
  hasOtherChanges,
  isUndone,
  listImportedImages,
  listNamedImports,
  nameOfImport,
} from '../../queries/audit/import-batches.ts'
import { deleteImages } from '../images/delete-images.ts'
import { pauseBetweenSteps, STEP_SIZE } from '../revert/steps.ts'
import { steppedUseCase, useCase } from '../run/use-case.ts'

/** Most images that a response names as left. */
const MAX_LEFT = 100

/**
 * Names an import, whose commits have its id as their batch. The name never changes, so each run can repeat the request,
 * and learns before any upload that the import was undone.
 */
export const nameImport = useCase({
  name: 'import.name',
  access: 'importer',
  limit: 'slots',
  input: importName,
  async run(tx, { batch, name }: { batch: string; name: string }, context) {
    const [named] = await listNamedImports(tx, { batch }, 1)
    if (named && nameOfImport(named) !== name)
      throw conflict(`This import has the name ${JSON.stringify(nameOfImport(named))}.`)
    if (named) return await requireNotUndone(tx, batch)
    if (await hasOtherChanges(tx, batch, context.actor))
      throw conflict('This batch has changes that are not your imports. Choose another UUID.')
    const change = { action: 'batch.create', objectType: 'batch', objectId: batch } as const
    await recordAudit(tx, { ...context, batch }, { ...change, before: null, after: { name } })
  },
})

/**
 * Records an image that an import created, if the import is a batch: by these entries its images are found again.
 * @throws CatalogError kind `conflict` if the import was undone
 */
export async function recordImported(
  tx: Tx,
  image: { id: number; title: string; collectionId: number },
  context: AuditContext,
): Promise<void> {
  if (context.batch === undefined) return
  await requireNotUndone(tx, context.batch)
  const change = { action: 'image.create', objectType: 'image', objectId: image.id } as const
  const after = { title: image.title, collection_id: image.collectionId }
  await recordAudit(tx, context, { ...change, before: null, after })
}

async function requireNotUndone(tx: Tx, batch: string): Promise<void> {
  if (!(await isUndone(tx, batch))) return
  const message =
    'This import was undone. To import again, use another Batch-Id; on the command line, first run: catalog import forget MANIFEST'
  throw conflict(message, { code: 'import_undone' })
}

export interface UndoneImport {
  /** UUID of the batch of the deletions. */
  batch: string
  deleted: number
  /** Ids of images that other images duplicate. */
  left: number[]
  /** Whether nothing is left to try. Otherwise, the same call continues. */
  isComplete: boolean
}

/**
 * Deletes the images that an import created and that still exist, the last ones first and duplicates before their
 * originals. It stops after some; the same request again continues.
 */
export const undoImport = steppedUseCase({
  name: 'import.undo',
  access: 'moderator',
  limit: 'moderations',
  batch: 'always',
  async runSteps(
    runStep,
    { batch }: { batch: string },
    { reads, jobs },
    ownBatch,
  ): Promise<UndoneImport> {
    await getImportBatch(reads, batch)
    let deleted = 0
    // An original can be deleted once its duplicates are.
    for (let before = -1; before < deleted && deleted < MAX_REVERTED;) {
      before = deleted
      const wanted = { batch, isDuplicated: false }
      const ids = await listImportedImages(reads, wanted, MAX_REVERTED - deleted)
      for (let start = 0; start < ids.length; start += STEP_SIZE) {
        const step = ids.slice(start, start + STEP_SIZE)
        deleted += await runStep((tx, context) => deleteSome(tx, step, context))
        await pauseBetweenSteps()
      }
    }
    const left = await runStep((tx, context) => recordUndo(tx, { batch, deleted }, context))
    jobs?.wake()
    return { batch: ownBatch, deleted, left: left ?? [], isComplete: left !== undefined }
  },
})

/** Deletes those of some images that exist and that no image duplicates. Returns their number. */
async function deleteSome(tx: Tx, ids: readonly number[], context: AuditContext): Promise<number> {
  // Others may delete images of the same import, but none that is locked.
  const free = await findUnduplicated(tx, [...(await lockImages(tx, ids)).keys()])
  if (free.length === 0) return 0
  await deleteImages(tx, free, context)
  return free.length
}

/**
 * Records that an import is undone, once all images are deleted that can be.
 * @returns ids of those that are left; undefined if some can still be deleted
 */
async function recordUndo(
  tx: Tx,
  { batch, deleted }: { batch: string; deleted: number },
  context: AuditContext,
): Promise<number[] | undefined> {
  const [free] = await listImportedImages(tx, { batch, isDuplicated: false }, 1)
  if (free !== undefined) return undefined
  const left = await listImportedImages(tx, { batch, isDuplicated: true }, MAX_LEFT)
  if (deleted === 0 && (await isUndone(tx, batch))) return left
  const own = context.batch ?? ''
  const after = {
    reverted: (await countBatches(tx, [own])).get(own) ?? 0,
    left: left.map((id) => ({ object: `image/${id}`, reason: 'duplicated' })),
  }
  const change = { action: 'batch.revert', objectType: 'batch', objectId: batch } as const
  await recordAudit(tx, context, { ...change, before: null, after })
  return left
}
