import { expect, test, vi } from 'vitest'
import { answerOf, openImportDesk } from '../../support/importing.ts'
import { HEIC } from '../../support/rare-pictures.ts'

const ask = (desk: Awaited<ReturnType<typeof openImportDesk>>, type: string) =>
  desk.server.fetch(
    `/api/v2/import/upload-url/?collection=${desk.collection}&content_type=${type}`,
    { headers: desk.importer },
  )

test('rejects a slot for a format whose program is missing, and says what to install', async () => {
  vi.stubEnv('PATH', '/nowhere')
  await using desk = await openImportDesk()
  vi.unstubAllEnvs()
  for (const [type, hint] of [
    ['image/heic', 'heif-convert (package libheif-examples)'],
    ['image/jp2', 'opj_decompress (package libopenjp2-tools)'],
  ] as const) {
    const lists =
      'Accepted are image/jpeg, image/png, image/tiff, image/webp, image/avif, image/gif.'
    expect(await answerOf(await ask(desk, type))).toEqual([
      400,
      {
        content_type: [
          `"${type}" is not accepted by this server, which lacks the program ${hint}. ${lists}`,
        ],
      },
    ])
  }
})

test('rejects a commit of HEIC that was announced as JPEG', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.uploaded(HEIC, 'image/jpeg')
  expect(await answerOf(await desk.commit(slot))).toEqual([
    400,
    { slot_id: ['The file is a HEIC picture but was announced as image/jpeg.'] },
  ])
})

test('imports HEIC if the program is installed, and makes a thumbnail', async (context) => {
  await using desk = await openImportDesk()
  const { accepted } = desk.server.catalog.images
  context.skip(!accepted.includes('image/heic'), 'needs heif-convert')
  const slot = await desk.uploaded(HEIC, 'image/heic')
  const [status, body] = await answerOf(await desk.commit(slot))
  expect(status).toBe(201)
  await desk.server.catalog.jobs.drain()
  const { image_id: id } = body as { image_id: number }
  const image = await desk.server.get(`/api/v2/images/${id}/`)
  expect(image.thumbnail).toMatch(/thumbnail\.jpg$/)
  expect(image.permalink).toContain('/original.heic')
})
