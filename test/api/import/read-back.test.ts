import { expect, test } from 'vitest'
import { openImportApi, type ImportApi } from '../../support/import-api.ts'
import {
  largestDifference,
  fourColors,
  createPictureFolder,
  QUARTERS,
  readQuarters,
} from '../../support/pictures.ts'

const jpeg = await fourColors(1200, 800).jpeg().toBuffer()

test('serves the exact bytes of an import at once, and a thumbnail after its derivation', async () => {
  await using api = await openImportApi()
  await api.seed.license({ name: 'CC0' })
  await api.seed.subject({ slug: 'town-hall' })
  await api.seed.subject({ slug: 'bridge' })
  const slot = await api.uploadToNewSlot(jpeg)
  expect(await bytesAt(api, slot.cdn_url)).toEqual(jpeg)
  await api.commit(slot, { license_name: 'cc0', subjects: ['town-hall', 'bridge'] })
  expect((await api.server.fetch(slot.cdn_url)).status).toBe(404)

  const committed = await api.server.get('/api/v2/images/1/')
  expect(await bytesAt(api, committed.permalink)).toEqual(jpeg)
  expect(committed).toMatchObject({
    title: 'Market square',
    original_date: 'about 1905',
    edtf_date: '1905~',
    date_display: 'c. 1905',
    license: { name: 'CC0' },
    subjects: [{ slug: 'town-hall' }, { slug: 'bridge' }],
  })

  await api.server.catalog.jobs.drain()
  const { permalink, thumbnail } = await api.server.get('/api/v2/images/1/')
  expect(await bytesAt(api, permalink)).toEqual(jpeg)
  await using folder = await createPictureFolder()
  const path = await folder.write('thumbnail.jpg', await bytesAt(api, thumbnail))
  const { width, height, quarters } = await readQuarters(path)
  expect([width, height]).toEqual([500, 333])
  expect(largestDifference(quarters, QUARTERS)).toBeLessThan(20)
})

async function bytesAt({ server }: ImportApi, address: string): Promise<Buffer> {
  const answer = await server.fetch(address)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
