import pLimit from 'p-limit'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { hashStream } from '../../../src/core/storage/digests.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import type { SlotClient } from './slot-client.ts'

export interface Commits {
  /** Slots that are committed at once. */
  commits: number
  racedSlots: number
  /** Commits of each raced slot. */
  racers: number
}

export interface CommitsResult {
  /** Time that the commits at once took. */
  seconds: number
  problems: string[]
}

const UPLOADS_AT_ONCE = 16

/** Commits many slots at once, then each of some slots many times, and compares the images with the slots. */
export async function commitAtOnce(
  catalog: Catalog,
  client: SlotClient,
  { commits, racedSlots, racers }: Commits,
): Promise<CommitsResult> {
  const problems: string[] = []
  const limit = pLimit(UPLOADS_AT_ONCE)
  const prepare = (count: number) =>
    Promise.all(Array.from({ length: count }, () => limit(client.uploadToNewSlot)))
  const slots = await prepare(commits)
  const began = performance.now()
  const statuses = await Promise.all(slots.map(client.commit))
  const seconds = (performance.now() - began) / 1000
  const created = statuses.filter((status) => status === 201).length
  if (created !== commits) problems.push(`${created} of ${commits} commits created an image`)
  console.log(`${commits} commits at once: ${(commits / seconds).toFixed(0)} a second`)

  for (const slot of await prepare(racedSlots)) {
    const raced = await Promise.all(Array.from({ length: racers }, () => client.commit(slot)))
    const won = raced.filter((status) => status === 201).length
    const lost = raced.filter((status) => status === 404).length
    if (won !== 1 || lost !== racers - 1) problems.push(`a race: ${won} won, ${lost} lost`)
  }
  console.log(`${racedSlots} slots, ${racers} commits of each: ${problems.length} problems`)
  return {
    seconds,
    problems: [...problems, ...(await compareImages(catalog, commits + racedSlots))],
  }
}

/** Compares the number of images with the number of slots, and every original with its recorded SHA-256. */
async function compareImages({ reads, storage }: Catalog, slots: number): Promise<string[]> {
  const problems: string[] = []
  const images = await reads.selectFrom('image').selectAll().execute()
  if (images.length !== slots) problems.push(`${images.length} images of ${slots} slots`)
  const digests = new Set(images.map(({ file_sha256 }) => file_sha256))
  if (digests.size !== images.length) problems.push(`${digests.size} different files`)
  for (const { id, file_version, file_sha256 } of images) {
    const stored = storage.read(originalKey(id, file_version!, 'jpg'))
    if ((await hashStream(stored)) !== file_sha256) problems.push(`file of image ${id}`)
  }
  return problems
}
