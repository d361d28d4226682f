import { expect, test } from 'vitest'
import { pauseJobs, resumeJobs } from '../../../src/core/jobs/queue/pause.ts'
import { PROCESSING_STATES } from '../../../src/core/model/processing.ts'
import { openImportDesk, type ImportDesk } from '../../support/importing.ts'
import { fourColors } from '../../support/pictures.ts'
import { runCli } from '../../support/test-cli.ts'

const whole = await fourColors(960, 640).jpeg().toBuffer()
const half = whole.subarray(0, whole.length / 2)
const head = whole.subarray(0, whole.indexOf(Buffer.from([0xff, 0xda])) + 14)

async function commit(desk: ImportDesk, bytes: Buffer): Promise<number> {
  const answer = await desk.commit(await desk.uploaded(bytes))
  return ((await answer.json()) as { image_id: number }).image_id
}

const drain = (desk: ImportDesk) => desk.server.catalog.jobs.drain()
const pause = ({ server: { catalog } }: ImportDesk) => catalog.write((tx) => pauseJobs(tx, 0))

async function resume(desk: ImportDesk): Promise<void> {
  await desk.server.catalog.write((tx) => resumeJobs(tx))
  await drain(desk)
}

async function idsIn(desk: ImportDesk, processing: string, more = ''): Promise<number[]> {
  const path = `/api/v2/images/?processing=${processing}&ordering=order${more}`
  const page = await desk.server.get(path, { headers: desk.importer })
  const ids = page.results.map(({ id }: { id: number }) => id)
  expect(page.count).toBe(ids.length)
  return ids
}

/** Returns the processing state and its reason, which the detail and the list share. */
async function processing(desk: ImportDesk, id: number): Promise<[string | null, string | null]> {
  const { headers } = { headers: desk.importer }
  const detail = await desk.server.get(`/api/v2/images/${id}/`, { headers })
  const [listed] = (await desk.server.get(`/api/v2/images/?id=${id}`, { headers })).results
  const { processing, processing_reason } = listed
  expect(detail).toMatchObject({ processing, processing_reason })
  return [processing, processing_reason]
}

test('shows importers the processing state of each file, and filters by it', async () => {
  await using desk = await openImportDesk()
  await pause(desk)
  const bare = await desk.seed.image({ collection_id: desk.collection })
  const [good, cut, unreadable] = [
    await commit(desk, whole),
    await commit(desk, half),
    await commit(desk, head),
  ]
  expect(await processing(desk, good)).toEqual(['pending', null])
  expect(await idsIn(desk, 'pending')).toEqual([good, cut, unreadable])
  await resume(desk)
  expect(await processing(desk, bare)).toEqual([null, null])
  expect(await processing(desk, good)).toEqual(['ready', null])
  const damage = ['damaged', expect.stringContaining('The picture file is damaged')]
  expect(await processing(desk, cut)).toEqual(damage)
  expect(await processing(desk, unreadable)).toEqual(damage)
  expect(await idsIn(desk, 'damaged')).toEqual([cut, unreadable])
  expect(await idsIn(desk, 'pending,failed')).toEqual([])
  expect(await idsIn(desk, PROCESSING_STATES.join())).toEqual([good, cut, unreadable])
  expect(await idsIn(desk, 'ready,damaged', `&id=${good},${cut},${bare}`)).toEqual([good, cut])
  const { stdout } = await runCli(['admin', 'image', 'damaged', '--json'], {
    env: { CATALOG_DATA: desk.server.data },
  })
  expect(JSON.parse(stdout).map(({ id }: { id: number }) => id)).toEqual([cut, unreadable])
})

test('a replaced file is pending until its own derivatives are ready', async () => {
  await using desk = await openImportDesk()
  const image = await commit(desk, half)
  await drain(desk)
  await pause(desk)
  await desk.replace(image, await desk.uploaded(whole))
  expect(await processing(desk, image)).toEqual(['pending', null])
  expect(await idsIn(desk, 'damaged')).toEqual([])
  await resume(desk)
  expect(await processing(desk, image)).toEqual(['ready', null])
  await desk.replace(image, await desk.uploaded(head))
  await drain(desk)
  expect((await processing(desk, image))[0]).toBe('damaged')
})

test('hides processing from callers other than importers, and ignores their filter', async () => {
  await using desk = await openImportDesk()
  const image = await commit(desk, whole)
  await drain(desk)
  for (const path of [`/api/v2/images/${image}/`, '/api/v2/images/?processing=failed&id=999']) {
    const answer = await desk.server.get(path)
    const [shown] = answer.results ?? [answer]
    expect(shown.id).toBe(image)
    expect(shown).not.toHaveProperty('processing')
    expect(shown).not.toHaveProperty('processing_reason')
  }
  const { headers } = { headers: desk.importer }
  const refused = await desk.server.fetch('/api/v2/images/?processing=Ready,lost', { headers })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    processing: ['Enter any of pending, ready, damaged, failed, separated by commas.'],
  })
  expect((await desk.server.fetch('/api/v2/images/?processing=lost')).status).toBe(200)
})
