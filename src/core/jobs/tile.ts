import type { Store } from '../database/store.ts'
import type { Clock } from '../base/clock.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { ImagePool } from '../imaging/process/image-pool.ts'
import { join } from 'node:path'
import type { MadeTiles } from '../imaging/tiles.ts'
import { newVersion, tileFileKey, tilesKey } from '../storage/keys.ts'
import type { JobHandler, JobRun } from './job-handler.ts'
import { publishGeneration, removeLater } from './publish-generation.ts'
import { deleteFailedJobs } from '../job-queue/outcome.ts'
import { findStoredPicture, openOriginal, type StoredPicture } from './stored-picture.ts'

interface Payload {
  /** The picture that the job was created for. A later one has its own job. */
  picture: string
}

/** Makes the tiles of an image as a new generation and publishes them atomically. */
export const tile: JobHandler = async (catalog, run) => {
  const picture = await findStoredPicture(catalog, run.imageId ?? 0)
  if (picture?.picture !== (run.payload as Payload).picture) return
  const generation = newVersion()
  await publishGeneration(catalog, {
    prefix: tilesKey(picture.id, generation),
    store: () => makeFile(catalog, { picture, generation, signal: run.signal }),
    publish: (made) => publishTiles(catalog, { picture, generation, made, run }),
  })
}

interface Tiling {
  picture: StoredPicture
  generation: string
  signal: AbortSignal
}

async function makeFile(
  { storage, images }: { images: ImagePool; storage: ObjectStore },
  { picture, generation, signal }: Tiling,
): Promise<MadeTiles> {
  await using file = await openOriginal({ storage }, picture)
  await using workspace = await storage.workspace()
  const directory = workspace.path
  const { id, contentType, rotation, mirror } = picture
  const source = { original: file.path, contentType, rotation, mirror }
  const made = await images.tile({ ...source, directory }, signal)
  await storage.putFile(join(directory, 'tiles.bin'), tileFileKey(id, generation))
  return made
}

interface Publication {
  picture: StoredPicture
  generation: string
  made: MadeTiles
  run: Pick<JobRun, 'markDone'>
}

/** Returns false if the image shows another picture by now, or if the lease was lost. */
function publishTiles(
  catalog: { clock: Clock } & Pick<Store, 'write'>,
  { picture: { id, picture }, generation, made, run }: Publication,
): Promise<boolean> {
  return catalog.write(async (tx) => {
    if (!(await run.markDone(tx))) return false
    const before = await tx
      .selectFrom('image')
      .select('tiles_generation')
      .where('id', '=', id)
      .executeTakeFirst()
    const published = await tx
      .updateTable('image')
      .set({ tiles_generation: generation, tiles_of: picture })
      .set({ tiles_width: made.width, tiles_height: made.height })
      .where('id', '=', id)
      .where('picture', '=', picture)
      .returning('id')
      .executeTakeFirst()
    if (!published) return false
    await deleteFailedJobs(tx, { kind: 'tile', imageId: id })
    if (before?.tiles_generation) {
      const prefix = tilesKey(id, before.tiles_generation)
      await removeLater(tx, { imageId: id, prefix }, catalog.clock.now())
    }
    return true
  })
}
