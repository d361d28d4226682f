import { join } from 'node:path'
import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { deleteFailedJobs } from './queue/outcome.ts'
import { enqueueJob, type JobPriority, type NewJob } from './queue/enqueue.ts'
import type { Mirror, Rotation } from '../db/tables.ts'
import type { DerivedPictures } from '../imaging/derivatives.ts'
import { notFound } from '../errors.ts'
import { findExtension } from '../model/picture-format.ts'
import { derivativeKey, generationKey, newVersion, originalKey } from '../storage/keys.ts'
import type { JobHandler, JobRun } from './job-handler.ts'
import { newRemoval } from './remove.ts'

/** How long an older generation stays, because pages and caches still refer to it. */
const GRACE_SECONDS = 24 * 60 * 60

interface Payload {
  /** The file version that the job was created for. A later version has its own job. */
  version?: string
}

interface NewDerivation extends Required<Payload> {
  imageId: number
  runAt: Micros
  priority?: JobPriority
}

/** Creates a job that generates the derived images of this version of an image's file. */
export function newDerivation({ version, ...job }: NewDerivation): NewJob {
  return { kind: 'derive', payload: { version } satisfies Payload, ...job }
}

/** Generates the derived images of an image's file as a new generation and publishes them atomically. */
export const derive: JobHandler = async (catalog, { imageId, payload, signal, markDone }) => {
  const picture = await findPicture(catalog, imageId ?? 0)
  const { version } = payload as Payload
  if (!picture || (version !== undefined && version !== picture.version)) return
  const generation = newVersion()
  let mayBeShown = false
  try {
    const made = await makeFiles(catalog, { picture, generation, signal })
    // A failed transaction may still have reached the disk, so the files stay; the sweep removes unused ones.
    mayBeShown = true
    mayBeShown = await publishPictures(catalog, { picture, generation, made, markDone })
  } finally {
    if (!mayBeShown) await discardFiles(catalog, generationKey(picture.id, generation))
  }
}

/** A failure is only logged: the error of the job matters more, and the sweep removes the files later. */
async function discardFiles(
  { storage, log }: Pick<Services, 'log' | 'storage'>,
  prefix: string,
): Promise<void> {
  try {
    await storage.removeBelow(prefix)
  } catch (error) {
    log.warn({ err: error, prefix }, 'could not remove unused derived images')
  }
}

/** The file of an image, and the transformation that shows it upright. */
interface Picture {
  id: number
  version: string
  contentType: string
  rotation: Rotation
  mirror: Mirror
}

async function findPicture(
  catalog: Pick<Services, 'reads'>,
  id: number,
): Promise<Picture | undefined> {
  const row = await catalog.reads
    .selectFrom('image')
    .select(['id', 'file_version', 'file_type', 'rotation', 'mirror'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.file_version === null || row.file_type === null) return undefined
  const { rotation, mirror } = row
  return { id, version: row.file_version, contentType: row.file_type, rotation, mirror }
}

interface Derivation {
  picture: Picture
  generation: string
  signal: AbortSignal
}

async function makeFiles(
  { storage, images }: Pick<Services, 'images' | 'storage'>,
  { picture, generation, signal }: Derivation,
): Promise<DerivedPictures> {
  const { id, version, contentType, rotation, mirror } = picture
  const key = originalKey(id, version, findExtension(contentType) ?? 'bin')
  if (!(await storage.stat(key))) throw notFound(`The file of the image is missing (${key}).`)
  await using workspace = await storage.workspace()
  const directory = workspace.path
  const original = storage.localPath(key)
  const made = await images.derive({ original, contentType, rotation, mirror, directory }, signal)
  const names = ['thumbnail', 'display', ...(made.corrected ? ['corrected' as const] : [])] as const
  for (const name of names) {
    await storage.putFile(join(directory, `${name}.jpg`), derivativeKey(id, generation, name))
  }
  return made
}

interface Publication {
  picture: Picture
  generation: string
  made: DerivedPictures
  markDone: JobRun['markDone']
}

/**
 * Returns false if the image has another file, rotation or mirroring by now, which has its own job. Also returns
 * false if the lease was lost: then another run publishes.
 */
function publishPictures(
  catalog: Pick<Services, 'clock' | 'write'>,
  { picture, generation, made, markDone }: Publication,
): Promise<boolean> {
  return catalog.write(async (tx) => {
    if (!(await markDone(tx))) return false
    const before = await tx
      .selectFrom('image')
      .select('generation')
      .where('id', '=', picture.id)
      .executeTakeFirst()
    const published = await tx
      .updateTable('image')
      .set({ generation, generation_of: picture.version })
      .set({ generation_corrected: made.corrected ? 1 : 0, generation_damage: made.damage })
      .set({ failure_of: null, failure_state: null, failure_reason: null })
      .where('id', '=', picture.id)
      .where('file_version', '=', picture.version)
      .where('rotation', '=', picture.rotation)
      .where('mirror', '=', picture.mirror)
      .returning('id')
      .executeTakeFirst()
    if (!published) return false
    await deleteFailedJobs(tx, { kind: 'derive', imageId: picture.id })
    if (before?.generation) {
      const now = catalog.clock.now()
      const prefix = generationKey(picture.id, before.generation)
      const runAt = now + GRACE_SECONDS * MICROS_PER_SECOND
      await enqueueJob(tx, newRemoval({ imageId: picture.id, prefix, runAt }), now)
    }
    return true
  })
}
