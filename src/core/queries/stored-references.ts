import { sql } from 'kysely'
import type { Reads } from '../db/store.ts'

/** A folder of the store that holds one version of an image's file, or one generation of its pictures. */
export interface StoredVersion {
  imageId: number
  version: string
  /** Key below which its objects lie. */
  prefix: string
}

/** Those of the folders that nothing refers to: no image, no job that is to remove them in time, none that may be making them. */
export async function findUnreferenced(
  reads: Reads,
  stored: readonly StoredVersion[],
): Promise<StoredVersion[]> {
  const current = await versionsOfImages(reads, stored)
  const others = stored.filter(({ imageId, version }) => !current.has(`${imageId} ${version}`))
  if (others.length === 0) return []
  const [busy, known] = [await imagesAtWork(reads, others), await prefixesKnown(reads, others)]
  return others.filter(({ imageId, prefix }) => !busy.has(imageId) && !known.has(prefix))
}

async function versionsOfImages(reads: Reads, stored: readonly StoredVersion[]) {
  const images = await reads
    .selectFrom('image')
    .select(['id', 'file_version', 'generation'])
    .where('id', 'in', idsOf(stored))
    .execute()
  const named = images.flatMap(({ id, file_version, generation }) => [
    `${id} ${file_version}`,
    `${id} ${generation}`,
  ])
  return new Set(named)
}

/** Images whose pictures are being made. */
async function imagesAtWork(reads: Reads, stored: readonly StoredVersion[]) {
  const running = await reads
    .selectFrom('job')
    .select('image_id')
    .where('image_id', 'in', idsOf(stored))
    .where('kind', '=', 'derive')
    .where('state', '=', 'running')
    .execute()
  return new Set(running.map(({ image_id }) => image_id))
}

/** What jobs remove when its time has come, and where slots are putting files. */
async function prefixesKnown(reads: Reads, stored: readonly StoredVersion[]) {
  const removals = await reads
    .selectFrom('job')
    .select(sql<string>`json_extract(payload, '$.prefix')`.as('prefix'))
    .where('image_id', 'in', idsOf(stored))
    .where('kind', '=', 'remove')
    .where('state', '!=', 'done')
    .execute()
  const slots = await reads
    .selectFrom('slot')
    .select('placing')
    .where('placing', 'in', valuesOf<string>(stored.map(({ prefix }) => prefix)))
    .execute()
  return new Set([...removals.map(({ prefix }) => prefix), ...slots.map(({ placing }) => placing)])
}

/** Those of the words that are no slot's id. */
export async function findUnknownSlots(reads: Reads, ids: readonly string[]): Promise<string[]> {
  const slots = await reads
    .selectFrom('slot')
    .select('id')
    .where('id', 'in', valuesOf<string>(ids))
    .execute()
  const known = new Set(slots.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

function idsOf(stored: readonly StoredVersion[]) {
  return valuesOf<number>(stored.map(({ imageId }) => imageId))
}

function valuesOf<T>(values: readonly T[]) {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`
}
