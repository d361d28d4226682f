import type { Store } from '../database/store.ts'
import type { Clock } from '../base/clock.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { ImagePool } from '../imaging/process/image-pool.ts'
import { join } from 'node:path'
import { enqueueEmbedding } from './embed.ts'
import { deleteFailedJobs } from '../job-queue/outcome.ts'
import { PRIORITY } from '../job-queue/enqueue.ts'
import type { Derivation } from '../job-queue/new-jobs.ts'
import { enqueueImageJobs } from '../job-queue/enqueue-image-jobs.ts'
import type { DerivedPictures } from '../imaging/derivatives.ts'
import { derivativeKey, generationKey, newVersion } from '../storage/keys.ts'
import type { JobHandler, JobRun } from './job-handler.ts'
import { publishGeneration, removeLater } from './publish-generation.ts'
import { findStoredPicture, openOriginal, type StoredPicture } from './stored-picture.ts'

/** Generates the derived images of an image's file as a new generation and publishes them atomically. */
export const derive: JobHandler = async (catalog, run) => {
  const picture = await findStoredPicture(catalog, run.imageId ?? 0)
  const { version } = run.payload as Derivation
  if (!picture || (version !== undefined && version !== picture.version)) return
  const generation = newVersion()
  await publishGeneration(catalog, {
    prefix: generationKey(picture.id, generation),
    store: () => makeFiles(catalog, { picture, generation, signal: run.signal }),
    publish: (made) => publishPictures(catalog, { picture, generation, made, run }),
  })
}

interface DerivationRun {
  picture: StoredPicture
  generation: string
  signal: AbortSignal
}

async function makeFiles(
  { storage, images }: { images: ImagePool; storage: ObjectStore },
  { picture, generation, signal }: DerivationRun,
): Promise<DerivedPictures> {
  await using file = await openOriginal({ storage }, picture)
  await using workspace = await storage.workspace()
  const directory = workspace.path
  const { id, contentType, rotation, mirror } = picture
  const source = { original: file.path, contentType, rotation, mirror }
  const made = await images.derive({ ...source, directory }, signal)
  const names = ['thumbnail', 'display', ...(made.corrected ? ['corrected' as const] : [])] as const
  for (const name of names) {
    await storage.putFile(join(directory, `${name}.jpg`), derivativeKey(id, generation, name))
  }
  return made
}

interface Publication {
  picture: StoredPicture
  generation: string
  made: DerivedPictures
  run: Pick<JobRun, 'markDone' | 'priority'>
}

/**
 * Enqueues the tiles, too. Returns false if the image has another file, rotation or mirroring by now, which has its own
 * job. Also returns false if the lease was lost: then another run publishes.
 */
function publishPictures(
  catalog: { clock: Clock } & Pick<Store, 'write'>,
  { picture: { id, version, picture }, generation, made, run }: Publication,
): Promise<boolean> {
  return catalog.write(async (tx) => {
    if (!(await run.markDone(tx))) return false
    const before = await tx
      .selectFrom('image')
      .select(['generation', 'tiles_of'])
      .where('id', '=', id)
      .executeTakeFirst()
    const published = await tx
      .updateTable('image')
      .set({ generation, generation_of: version, generation_picture: picture })
      .set({ generation_corrected: made.corrected ? 1 : 0, generation_damage: made.damage })
      .set({ camera: made.facts.camera, captured_on: made.facts.capturedOn })
      .set({ gps_position: made.facts.position })
      .set({ failure_of: null, failure_state: null, failure_reason: null })
      .where('id', '=', id)
      .where('picture', '=', picture)
      .returning('id')
      .executeTakeFirst()
    if (!published) return false
    await deleteFailedJobs(tx, { kind: 'derive', imageId: id })
    const now = catalog.clock.now()
    if (before?.generation) {
      await removeLater(tx, { imageId: id, prefix: generationKey(id, before.generation) }, now)
    }
    const isBulk = run.priority === PRIORITY.last
    await enqueueEmbedding(tx, id, { priority: isBulk ? PRIORITY.reembed : PRIORITY.embed, now })
    const priority = isBulk ? PRIORITY.last : PRIORITY.next
    if (before?.tiles_of !== picture) await enqueueImageJobs(tx, 'tile', [id], { priority, now })
    return true
  })
}
