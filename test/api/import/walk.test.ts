import { expect, test } from 'vitest'
import { openImportDesk, type ImportDesk } from '../../support/importing.ts'
import {
  farthest,
  fourColors,
  pictureFolder,
  QUARTERS,
  readQuarters,
} from '../../support/pictures.ts'

const jpeg = await fourColors(1200, 800).jpeg().toBuffer()

test('serves the exact bytes of an import at once, and a thumbnail after its derivation', async () => {
  await using desk = await openImportDesk()
  await desk.seed.license({ name: 'CC0' })
  await desk.seed.subject({ slug: 'town-hall' })
  await desk.seed.subject({ slug: 'bridge' })
  const slot = await desk.uploaded(jpeg)
  expect(await bytesAt(desk, slot.cdn_url)).toEqual(jpeg)
  await desk.commit(slot, { license_name: 'cc0', subjects: ['town-hall', 'bridge'] })
  expect((await desk.server.fetch(slot.cdn_url)).status).toBe(404)

  const committed = await desk.server.get('/api/v2/images/1/')
  expect(await bytesAt(desk, committed.permalink)).toEqual(jpeg)
  expect(committed).toMatchObject({
    title: 'Market square',
    original_date: 'about 1905',
    edtf_date: '1905~',
    date_display: 'c. 1905',
    license: { name: 'CC0' },
    subjects: [{ slug: 'town-hall' }, { slug: 'bridge' }],
  })

  await desk.server.catalog.jobs.drain()
  const { permalink, thumbnail } = await desk.server.get('/api/v2/images/1/')
  expect(await bytesAt(desk, permalink)).toEqual(jpeg)
  await using folder = await pictureFolder()
  const path = await folder.write('thumbnail.jpg', await bytesAt(desk, thumbnail))
  const { width, height, quarters } = await readQuarters(path)
  expect([width, height]).toEqual([500, 333])
  expect(farthest(quarters, QUARTERS)).toBeLessThan(20)
})

async function bytesAt({ server }: ImportDesk, address: string): Promise<Buffer> {
  const answer = await server.fetch(address)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
