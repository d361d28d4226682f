import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { filesFolder } from '../../../src/core/storage/disk/data-folder.ts'
import type { Row } from '../../../src/core/database/tables.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import { digestFile, sha256 } from '../digests.ts'
import { createTestClock } from '../test-clock.ts'
import { finalImageCount, type Campaign, type CampaignFile } from './campaign.ts'
import { deleteLeftovers, finishJobs } from './finish.ts'

type Image = Row<'image'>

/** Lists acknowledged files that are missing or damaged. A server may be running. */
export async function checkAcknowledged(campaign: Campaign): Promise<string[]> {
  await using catalog = await openCatalog(campaign.config, campaign.secrets)
  // Files that are acknowledged while the images are read may not be among them.
  const acknowledged = campaign.files.filter(({ isDone, target }) => isDone && target === undefined)
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  const known = new Set(images.map((image) => image.reference_id))
  const lost = acknowledged.filter(({ index }) => !known.has(String(index)))
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
  problems.push(...(await finishJobs(catalog, clock)))
  const images = await catalog.reads.selectFrom('image').select('id').execute()
  if (images.length !== finalImageCount(campaign)) problems.push(`${images.length} images`)
  problems.push(...(await deleteLeftovers(catalog, clock)))
  const folders = await emptyFolders(join(filesFolder(catalog.config), 'objects'))
  return [...problems, ...folders.map((path) => `${path} is empty`)]
}

/** Lists empty folders below the top-level ones. Those of the trash may stay until it is emptied, if a move was interrupted. */
async function emptyFolders(top: string): Promise<string[]> {
  const found = await readdir(top, { recursive: true, withFileTypes: true })
  const holding = new Set(found.map((entry) => entry.parentPath))
  return found
    .filter((entry) => entry.isDirectory() && entry.parentPath !== top)
    .filter((entry) => !entry.parentPath.startsWith(join(top, 'trash')))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !holding.has(path))
}
