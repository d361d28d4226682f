import { expect, test, vi } from 'vitest'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { HEIC } from '../../support/rare-pictures.ts'

const ask = (api: Awaited<ReturnType<typeof openImportApi>>, type: string) =>
  api.server.fetch(`/api/v2/import/upload-url/?collection=${api.collection}&content_type=${type}`, {
    headers: api.importer,
  })

test('rejects a slot for a format whose program is missing, and says what to install', async () => {
  vi.stubEnv('PATH', '/nowhere')
  await using api = await openImportApi()
  vi.unstubAllEnvs()
  for (const [type, hint] of [
    ['image/heic', 'heif-convert (package libheif-examples)'],
    ['image/jp2', 'opj_decompress (package libopenjp2-tools)'],
  ] as const) {
    const lists =
      'Accepted are image/jpeg, image/png, image/tiff, image/webp, image/avif, image/gif.'
    expect(await readResponse(await ask(api, type))).toEqual([
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
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(HEIC, 'image/jpeg')
  expect(await readResponse(await api.commit(slot))).toEqual([
    400,
    { slot_id: ['The file is a HEIC picture but was announced as image/jpeg.'] },
  ])
})

test('imports HEIC if the program is installed, and makes a thumbnail', async (context) => {
  await using api = await openImportApi()
  const { accepted } = api.server.catalog.images
  context.skip(!accepted.includes('image/heic'), 'needs heif-convert')
  const slot = await api.uploadToNewSlot(HEIC, 'image/heic')
  const [status, body] = await readResponse(await api.commit(slot))
  expect(status).toBe(201)
  await api.server.catalog.jobs.drain()
  const { image_id: id } = body as { image_id: number }
  const image = await api.server.get(`/api/v2/images/${id}/`)
  expect(image.thumbnail).toMatch(/thumbnail\.jpg$/)
  expect(image.permalink).toContain('/original.heic')
})
