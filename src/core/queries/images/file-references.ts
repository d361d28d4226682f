import { inList, jsonField } from '../../database/sql.ts'
import { column } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'

/** A folder of the store with one version of an image's file, or one generation of its derivatives or tiles. */
export interface StoredVersion {
  imageId: number
  version: string
  /** Key prefix of its objects. */
  prefix: string
}

/**
 * Finds the folders without a reference: no image or slot refers to them, no job will remove them, and no running job
 * may be writing them.
 */
export async function findUnreferenced(
  reads: Reads,
  stored: readonly StoredVersion[],
): Promise<StoredVersion[]> {
  const current = await findCurrentVersions(reads, stored)
  const others = stored.filter(({ imageId, version }) => !current.has(`${imageId} ${version}`))
  if (others.length === 0) return []
  const [inProgress, known] = [
    await findImagesInProgress(reads, others),
    await findKnownPrefixes(reads, others),
  ]
  return others.filter(({ imageId, prefix }) => !inProgress.has(imageId) && !known.has(prefix))
}

/** Whether an image refers to the folder with this key prefix, or to one in it. */
export async function isReferenced(reads: Reads, prefix: string): Promise<boolean> {
  const [, id, version] = prefix.split('/')
  const imageId = Number(id)
  if (version === undefined) return await imageExists(reads, imageId)
  const current = await findCurrentVersions(reads, [{ imageId, version, prefix }])
  return current.has(`${imageId} ${version}`)
}

async function imageExists(reads: Reads, id: number): Promise<boolean> {
  const image = reads.selectFrom('image').select('id').where('id', '=', id)
  return (await image.executeTakeFirst()) !== undefined
}

async function findCurrentVersions(reads: Reads, stored: readonly StoredVersion[]) {
  const images = await reads
    .selectFrom('image')
    .select(['id', 'file_version', 'generation', 'tiles_generation'])
    .where('id', 'in', selectImageIds(stored))
    .execute()
  const named = images.flatMap(({ id, file_version, generation, tiles_generation }) => [
    `${id} ${file_version}`,
    `${id} ${generation}`,
    `${id} ${tiles_generation}`,
  ])
  return new Set(named)
}

/** Finds images whose derivatives or tiles are being created. */
async function findImagesInProgress(reads: Reads, stored: readonly StoredVersion[]) {
  const running = await reads
    .selectFrom('job')
    .select('image_id')
    .where('image_id', 'in', selectImageIds(stored))
    .where('kind', 'in', ['derive', 'tile'])
    .where('state', '=', 'running')
    .execute()
  return new Set(running.map(({ image_id }) => image_id))
}

/** Finds prefixes that a job will remove, and prefixes to which a commit is writing. */
async function findKnownPrefixes(reads: Reads, stored: readonly StoredVersion[]) {
  const removals = await reads
    .selectFrom('job')
    .select(jsonField(column('payload'), 'prefix').as('prefix'))
    .where('image_id', 'in', selectImageIds(stored))
    .where('kind', '=', 'remove')
    .where('state', '!=', 'done')
    .execute()
  const slots = await reads
    .selectFrom('slot')
    .select('pending_key')
    .where('pending_key', 'in', inList(stored.map(({ prefix }) => prefix)))
    .execute()
  return new Set([
    ...removals.map(({ prefix }) => prefix),
    ...slots.map(({ pending_key }) => pending_key),
  ])
}

/** Returns the ids that do not belong to a slot. */
export async function findUnknownSlots(reads: Reads, ids: readonly string[]): Promise<string[]> {
  const slots = await reads.selectFrom('slot').select('id').where('id', 'in', inList(ids)).execute()
  const known = new Set(slots.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

function selectImageIds(stored: readonly StoredVersion[]) {
  return inList(stored.map(({ imageId }) => imageId))
}
