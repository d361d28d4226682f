import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openCatalog, type Catalog } from '../../../src/core/catalog.ts'
import { filesFolder } from '../../../src/core/data-folder.ts'
import type { Row } from '../../../src/core/db/tables.ts'
import { jobHandlers } from '../../../src/core/jobs/handlers.ts'
import { reapSlots } from '../../../src/core/jobs/reap-slots.ts'
import { startJobs } from '../../../src/core/jobs/runner.ts'
import { deleteOrphans } from '../../../src/core/jobs/delete-orphans.ts'
import { silentLog } from '../../../src/core/log.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import { digestFile, sha256 } from '../digests.ts'
import { compareStore } from '../stored-files.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { finalImageCount, type Campaign, type CampaignFile } from './campaign.ts'

const DAY = 24 * 60 * 60

type Image = Row<'image'>

/** Lists acknowledged files that are missing or damaged. A server may be running. */
export async function checkAcknowledged(campaign: Campaign): Promise<string[]> {
  await using catalog = await openCatalog(campaign.config, campaign.secrets)
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  const known = new Set(images.map((image) => image.reference_id))
  const lost = campaign.files.filter(
    ({ isDone, target, index }) => isDone && target === undefined && !known.has(String(index)),
  )
  const wrong = await Promise.all(images.map((image) => problemsOf(catalog, campaign, image)))
  return [
    ...lost.map(({ index }) => `file ${index} was acknowledged and is no image`),
    ...wrong.flat(),
  ]
}

async function problemsOf(catalog: Catalog, campaign: Campaign, image: Image): Promise<string[]> {
  if (image.file_version === null) return []
  const stored = catalog.storage.locate(originalKey(image.id, image.file_version, 'jpg'))
  const digest = await digestFile(stored).catch(String)
  const sent = filesOf(campaign, image).map(({ bytes }) => sha256(bytes))
  return [
    ...(sent.includes(digest) ? [] : [`original of image ${image.id}: ${digest}`]),
    ...(image.file_sha256 === digest ? [] : [`digest of image ${image.id}`]),
  ]
}

/** Returns the files that the image may have. */
function filesOf({ files }: Campaign, { id, reference_id: reference }: Image): CampaignFile[] {
  return reference === null
    ? files.filter(({ target, isSent }) => target === id && isSent)
    : files.filter(({ index, isSent }) => String(index) === reference && isSent)
}

/**
 * Runs all jobs, deletes orphans a day later, and compares rows and files with what was sent. Needs a complete
 * import and no running server.
 */
export async function checkEnd(campaign: Campaign): Promise<string[]> {
  const problems = await checkAcknowledged(campaign)
  const clock = createTestClock(new Date().toISOString())
  await using catalog = await openCatalog(campaign.config, campaign.secrets, { clock })
  // Jobs of the last killed server become available after their leases.
  clock.advance(DAY)
  await workOff(catalog)
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  if (images.length !== finalImageCount(campaign)) problems.push(`${images.length} images`)
  for (const { id, file_version, generation_of } of images) {
    if (file_version === null || generation_of !== file_version)
      problems.push(`image ${id} shows no pictures of its file`)
  }
  const slots = catalog.reads.selectFrom('slot').select('id').where('lease', 'is not', null)
  for (const { id } of await slots.execute()) problems.push(`slot ${id} is stuck`)
  return [...problems, ...(await deleteLeftovers(catalog, clock))]
}

async function workOff(catalog: Catalog): Promise<void> {
  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
}

async function deleteLeftovers(catalog: Catalog, clock: TestClock): Promise<string[]> {
  clock.advance(2 * DAY)
  await workOff(catalog)
  await reapSlots(catalog)
  // The second run deletes folders that the first one emptied.
  for (let day = 0; day < 2; day += 1) await deleteOrphans(catalog, new AbortController().signal)
  const { unnamed, missing } = await compareStore(catalog)
  return [
    ...unnamed.map((key) => `${key} is named by no row`),
    ...missing.map((key) => `${key} is missing`),
    ...(await emptyFolders(join(filesFolder(catalog.config), 'objects'))).map(
      (path) => `${path} is empty`,
    ),
  ]
}

/** Lists empty folders below the top-level ones. */
async function emptyFolders(top: string): Promise<string[]> {
  const found = await readdir(top, { recursive: true, withFileTypes: true })
  const holding = new Set(found.map((entry) => entry.parentPath))
  return found
    .filter((entry) => entry.isDirectory() && entry.parentPath !== top)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !holding.has(path))
}
