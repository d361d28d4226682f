import { expect, test } from 'vitest'
import { PROCESSING_STATES } from '../../../src/core/model/processing.ts'
import { openImportApi, type ImportApi } from '../../support/import-api.ts'
import { fourColors } from '../../support/pictures.ts'
import { runCli } from '../../support/test-cli.ts'
import { pauseQueue, resumeQueue } from '../../support/queue.ts'

const whole = await fourColors(960, 640).jpeg().toBuffer()
const half = whole.subarray(0, whole.length / 2)
const head = whole.subarray(0, whole.indexOf(Buffer.from([0xff, 0xda])) + 14)

async function commit(api: ImportApi, bytes: Buffer): Promise<number> {
  const answer = await api.commit(await api.uploadToNewSlot(bytes))
  return ((await answer.json()) as { image_id: number }).image_id
}

const drain = (api: ImportApi) => api.server.catalog.jobs.drain()

async function resume(api: ImportApi): Promise<void> {
  await resumeQueue(api.server)
  await drain(api)
}

async function idsIn(api: ImportApi, processing: string, more = ''): Promise<number[]> {
  const path = `/api/v2/images/?processing=${processing}&ordering=order${more}`
  const page = await api.server.get(path, { headers: api.importer })
  const ids = page.results.map(({ id }: { id: number }) => id)
  expect(page.count).toBe(ids.length)
  return ids
}

/** Returns the processing state and its reason, which the detail and the list share. */
async function processing(api: ImportApi, id: number): Promise<[string | null, string | null]> {
  const { headers } = { headers: api.importer }
  const detail = await api.server.get(`/api/v2/images/${id}/`, { headers })
  const [listed] = (await api.server.get(`/api/v2/images/?id=${id}`, { headers })).results
  const { processing, processing_reason } = listed
  expect(detail).toMatchObject({ processing, processing_reason })
  return [processing, processing_reason]
}

test('shows importers the processing state of each file, and filters by it', async () => {
  await using api = await openImportApi()
  await pauseQueue(api.server)
  const bare = await api.seed.image({ collection_id: api.collection })
  const [good, cut, unreadable] = [
    await commit(api, whole),
    await commit(api, half),
    await commit(api, head),
  ]
  expect(await processing(api, good)).toEqual(['pending', null])
  expect(await idsIn(api, 'pending')).toEqual([good, cut, unreadable])
  await resume(api)
  expect(await processing(api, bare)).toEqual([null, null])
  expect(await processing(api, good)).toEqual(['ready', null])
  const damage = ['damaged', expect.stringContaining('The picture file is damaged')]
  expect(await processing(api, cut)).toEqual(damage)
  expect(await processing(api, unreadable)).toEqual(damage)
  expect(await idsIn(api, 'damaged')).toEqual([cut, unreadable])
  expect(await idsIn(api, 'pending,failed')).toEqual([])
  expect(await idsIn(api, PROCESSING_STATES.join())).toEqual([good, cut, unreadable])
  expect(await idsIn(api, 'ready,damaged', `&id=${good},${cut},${bare}`)).toEqual([good, cut])
  const { stdout } = await runCli(['admin', 'image', 'damaged', '--json'], {
    env: { CATALOG_DATA: api.server.data },
  })
  expect(JSON.parse(stdout).map(({ id }: { id: number }) => id)).toEqual([cut, unreadable])
})

test('a replaced file is pending until its own derivatives are ready', async () => {
  await using api = await openImportApi()
  const image = await commit(api, half)
  await drain(api)
  await pauseQueue(api.server)
  await api.replace(image, await api.uploadToNewSlot(whole))
  expect(await processing(api, image)).toEqual(['pending', null])
  expect(await idsIn(api, 'damaged')).toEqual([])
  await resume(api)
  expect(await processing(api, image)).toEqual(['ready', null])
  await api.replace(image, await api.uploadToNewSlot(head))
  await drain(api)
  expect((await processing(api, image))[0]).toBe('damaged')
})

test('hides processing from callers other than importers, and ignores their filter', async () => {
  await using api = await openImportApi()
  const image = await commit(api, whole)
  await drain(api)
  for (const path of [`/api/v2/images/${image}/`, '/api/v2/images/?processing=failed&id=999']) {
    const answer = await api.server.get(path)
    const [shown] = answer.results ?? [answer]
    expect(shown.id).toBe(image)
    expect(shown).not.toHaveProperty('processing')
    expect(shown).not.toHaveProperty('processing_reason')
  }
  const { headers } = { headers: api.importer }
  const refused = await api.server.fetch('/api/v2/images/?processing=Ready,lost', { headers })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    processing: ['Enter any of pending, ready, damaged, failed, separated by commas.'],
  })
  expect((await api.server.fetch('/api/v2/images/?processing=lost')).status).toBe(200)
})
