import { join } from 'node:path'
import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { enqueueJob, type NewJob } from '../engine/sqlite/jobs.ts'
import type { Mirror, Rotation } from '../engine/sqlite/tables.ts'
import type { DerivedPictures } from '../imaging/derivatives.ts'
import { PictureError } from '../imaging/picture-error.ts'
import { extensionOf } from '../model/picture-format.ts'
import { derivativeKey, generationKey, newVersion, originalKey } from '../storage/keys.ts'
import { PermanentFailure, type JobHandler } from './job-handler.ts'
import { removal } from './remove.ts'

/** How long an older generation stays, because pages and caches still hold its addresses. */
const GRACE_SECONDS = 24 * 60 * 60

/** Failures that may be this machine's fault or the file's: the file's when they come twice. */
const SUSPICIOUS: readonly string[] = ['memory', 'timeout', 'crashed']

interface Payload {
  /** The file version that the job was made for; a later one has a job of its own. */
  version?: string
}

/** A job that makes the derived pictures of this version of an image's file. */
export function derivation({
  imageId,
  version,
  runAt,
}: Required<Payload> & { imageId: number; runAt: Micros }): NewJob {
  return { kind: 'derive', imageId, payload: { version } satisfies Payload, runAt }
}

/** Makes the derived pictures of an image's file under a new generation and publishes them in one step. */
export const derive: JobHandler = async (catalog, { imageId, payload, attempt, signal }) => {
  const picture = await findPicture(catalog, imageId ?? 0)
  const { version } = payload as Payload
  if (!picture || (version !== undefined && version !== picture.version)) return
  const generation = newVersion()
  try {
    const made = await makeFiles(catalog, { picture, generation, signal })
    if (await publish(catalog, { picture, generation, made })) return
  } catch (error) {
    await catalog.storage.removeBelow(generationKey(picture.id, generation))
    throw orPermanent(error, attempt)
  }
  await catalog.storage.removeBelow(generationKey(picture.id, generation))
}

/** The file of an image, and what is to be done to it when it is shown. */
interface Picture {
  id: number
  version: string
  contentType: string
  rotation: Rotation
  mirror: Mirror
}

async function findPicture(catalog: Catalog, id: number): Promise<Picture | undefined> {
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
  { storage, images }: Catalog,
  { picture, generation, signal }: Derivation,
): Promise<DerivedPictures> {
  const { id, version, contentType, rotation, mirror } = picture
  await using workspace = await storage.workspace()
  const directory = workspace.path
  const original = storage.localPath(originalKey(id, version, extensionOf(contentType) ?? 'bin'))
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
}

/** False when the image has got another file, rotation or mirror meanwhile: another job makes that one's files. */
function publish(catalog: Catalog, { picture, generation, made }: Publication): Promise<boolean> {
  return catalog.write(async (tx) => {
    const before = await tx
      .selectFrom('image')
      .select('generation')
      .where('id', '=', picture.id)
      .executeTakeFirst()
    const published = await tx
      .updateTable('image')
      .set({ generation, generation_of: picture.version })
      .set({ generation_corrected: made.corrected ? 1 : 0, generation_damage: made.damage })
      .where('id', '=', picture.id)
      .where('file_version', '=', picture.version)
      .where('rotation', '=', picture.rotation)
      .where('mirror', '=', picture.mirror)
      .returning('id')
      .executeTakeFirst()
    if (!published) return false
    if (before?.generation) {
      const now = catalog.clock.now()
      const prefix = generationKey(picture.id, before.generation)
      const runAt = now + GRACE_SECONDS * MICROS_PER_SECOND
      await enqueueJob(tx, removal({ imageId: picture.id, prefix, runAt }), now)
    }
    return true
  })
}

function orPermanent(error: unknown, attempt: number): unknown {
  if (!(error instanceof PictureError)) return error
  const isPermanent = error.permanent || (attempt > 1 && SUSPICIOUS.includes(error.reason))
  return isPermanent ? new PermanentFailure(error.message, { cause: error }) : error
}
