import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { openCatalog } from '../../../src/core/catalog.ts'
import { loadConfig } from '../../../src/core/config.ts'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import { digestFile } from '../digests.ts'
import { FIELDS } from '../import-api.ts'
import type { NodeCluster } from '../node-cluster.ts'
import { plain } from '../pictures.ts'
import { createSeed } from '../seed.ts'
import { bearer, issueToken } from '../tokens.ts'

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
  /** Number of responses 503 with Retry-After, after which the commit was repeated. */
  unavailable: number
  problems: string[]
}

const UPLOADS_AT_ONCE = 16

/** Commits many slots at once, then each of some slots many times, and compares the images with the slots. */
export async function commitAtOnce(
  { url, data }: NodeCluster,
  { commits, racedSlots, racers }: Commits,
): Promise<CommitsResult> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const headers = bearer(await issueToken({ catalog }, { staff: true, scopes: ['import'] }))
  const collection = await createSeed({ catalog }).collection()
  const problems: string[] = []
  let unavailable = 0
  let pictures = 0

  async function uploadToNewSlot(): Promise<UploadSlot> {
    const path = `/api/v2/import/upload-url/?collection=${collection}`
    const slot = (await (await fetch(url + path, { headers })).json()) as UploadSlot
    const index = pictures++
    const picture = plain(16 + (index % 64), 16 + Math.floor(index / 64), [index % 256, 90, 90])
    const body = (await picture.jpeg().toBuffer()) as BodyInit
    const put = await fetch(slot.upload_url, { method: 'PUT', headers: slot.upload_headers, body })
    if (put.status !== 200) problems.push(`upload: ${put.status} ${await put.text()}`)
    return slot
  }

  /** @returns the status */
  async function commit({ slot_id }: UploadSlot): Promise<number> {
    for (;;) {
      const answer = await fetch(`${url}/api/v2/import/commit/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ slot_id, ...FIELDS }),
      })
      const text = await answer.text()
      const seconds = answer.headers.get('Retry-After')
      if (answer.status !== 503 || seconds === null) {
        if (answer.status >= 500) problems.push(`commit: ${answer.status} ${text}`)
        return answer.status
      }
      unavailable += 1
      await pause(Number(seconds) * 1000)
    }
  }

  const limit = pLimit(UPLOADS_AT_ONCE)
  const prepare = (count: number) =>
    Promise.all(Array.from({ length: count }, () => limit(uploadToNewSlot)))
  const slots = await prepare(commits)
  const began = performance.now()
  const statuses = await Promise.all(slots.map(commit))
  const seconds = (performance.now() - began) / 1000
  const created = statuses.filter((status) => status === 201).length
  if (created !== commits) problems.push(`${created} of ${commits} commits created an image`)
  console.log(`${commits} commits at once: ${(commits / seconds).toFixed(0)} a second`)

  for (const slot of await prepare(racedSlots)) {
    const raced = await Promise.all(Array.from({ length: racers }, () => commit(slot)))
    const won = raced.filter((status) => status === 201).length
    const lost = raced.filter((status) => status === 404).length
    if (won !== 1 || lost !== racers - 1) problems.push(`a race: ${won} won, ${lost} lost`)
  }
  console.log(`${racedSlots} slots, ${racers} commits of each: ${problems.length} problems`)

  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  if (images.length !== commits + racedSlots) problems.push(`${images.length} images`)
  const digests = new Set(images.map(({ file_sha256 }) => file_sha256))
  if (digests.size !== images.length) problems.push(`${digests.size} different files`)
  for (const { id, file_version, file_sha256 } of images) {
    const path = catalog.storage.locate(originalKey(id, file_version!, 'jpg'))
    if ((await digestFile(path)) !== file_sha256) problems.push(`file of image ${id}`)
  }
  return { seconds, unavailable, problems }
}
