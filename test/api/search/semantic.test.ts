import { afterAll, expect, test } from 'vitest'
import { chooseModel } from '../../../src/core/writes/chosen-model.ts'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { openImportApi } from '../../support/import-api.ts'
import { fourColors, plain, RED } from '../../support/pictures.ts'
import { parsePage } from '../../support/parse-page.ts'
import { hostContext } from '../../support/host-context.ts'

const api = await openImportApi()
afterAll(() => api[Symbol.asyncDispose]())
const { server, seed } = api

const SEMANTIC = '/api/v2/search/semantic/'
const SIMILAR = '/api/v2/search/similar/'

async function readError(path: string): Promise<[number, string]> {
  const response = await server.fetch(path)
  const { error } = await response.json()
  return [response.status, error]
}

async function findIds(path: string, headers: HeadersInit = {}): Promise<number[]> {
  const { results } = await server.get(path, { headers })
  return results.map(({ id }: { id: number }) => id)
}

/** A vector between two axes: the greater `share`, the more similar to `between(1)`. */
const between = (share: number) => [share, 1 - share]

async function importImage(picture = fourColors(400, 300)): Promise<number> {
  const slot = await api.uploadToNewSlot(await picture.jpeg().toBuffer())
  const { image_id: id } = await (await api.commit(slot, { title: 'Lighthouse' })).json()
  await server.catalog.jobs.drain()
  return id
}

test('says how to install a model, after the parameters have been checked', async () => {
  const missing = [503, expect.stringContaining('catalog model fetch siglip2-base')]
  expect(await readError(`${SEMANTIC}?q=bridge`)).toEqual(missing)
  expect(await readError(`${SIMILAR}?image=${await seed.image()}`)).toEqual(missing)
  expect(await readError(`${SEMANTIC}?page=x`)).toEqual([
    400,
    'q: Enter a text to search for. page: Enter a whole number.',
  ])
  expect(await readError(SIMILAR)).toEqual([400, 'image: Enter the ID of an image.'])
  expect(await readError(`${SIMILAR}?image=-1`)).toEqual([400, 'image: Enter the ID of an image.'])
  expect(await readError(`${SIMILAR}?image=987654`)).toEqual([404, 'Image not found.'])
  await server.catalog.write((tx) => chooseModel(tx, 'gone', hostContext(server.clock)))
  expect(await readError(`${SEMANTIC}?q=bridge`)).toEqual([
    503,
    'The embedding model gone cannot be used: it is not installed. Install it (catalog model add gone DIR), or use another one: catalog model list',
  ])
})

test('finds an imported image once it is embedded', async () => {
  const earlier = await importImage()
  await useModelFixture(server, 'first')
  await server.catalog.jobs.drain()
  const id = await importImage(plain(400, 300, RED))
  const { results, ...page } = await server.get(`${SEMANTIC}?q=%20a%20bridge%20`)
  expect(page).toEqual({ count: 2, page: 1, page_size: 20, query: 'a bridge' })
  expect(results.map((result: { id: number }) => result.id).toSorted()).toEqual([earlier, id])
  const detail = await server.get(`/api/v2/images/${id}/`)
  const { title, permalink, thumbnail, original_date, date_display } = detail
  const found = results.find((result: { id: number }) => result.id === id)
  expect(found).toEqual({
    id,
    title,
    permalink,
    thumbnail,
    original_date,
    date_display,
    similarity: expect.any(Number),
    collection: detail.collection,
    detail_url: `${server.baseUrl}/api/v2/images/${id}/`,
  })
  expect(await findIds(`${SIMILAR}?image=${id}`)).toEqual([earlier])
  expect(await findIds(`${SEMANTIC}?q=a+bridge&page=2`)).toEqual([])
  expect(await findIds(`${SEMANTIC}?q=a+bridge&page_size=1&page=2`)).toEqual([results[1].id])
})

test('finds similar images, without the image itself, duplicates and hidden images', async () => {
  await useModelFixture(server, 'first')
  const collection_id = await seed.collection()
  const hidden = await seed.collection({ public: 0 })
  const add = async (share: number, values: Parameters<typeof seed.image>[0] = {}) => {
    const id = await seed.image({ collection_id, ...values })
    await storeEmbedding(server, id, between(share))
    return id
  }
  const [one, far, near] = [await add(1), await add(0), await add(0.7)]
  const [opposite, equal] = [await add(-1), await add(1)]
  const duplicate = await add(1, { duplicate_of: one })
  const secret = await add(1, { collection_id: hidden })
  const similar = (id: number) => `${SIMILAR}?image=${id}&collection=${collection_id},${hidden}`
  const page = await server.get(similar(one))
  expect(page).toMatchObject({ count: 4, query: String(one) })
  const found = page.results.map(({ id, similarity }: { id: number; similarity: number }) => [
    id,
    similarity,
  ])
  expect(found).toEqual([
    [equal, 1],
    [near, 0.9191],
    [far, 0],
    [opposite, 0],
  ])
  expect(await findIds(similar(duplicate))).toEqual([equal, near, far, opposite])
  expect(await findIds(similar(one), api.importer)).toEqual([equal, near, far, opposite])
  expect(await readError(similar(secret))).toEqual([404, 'Image not found.'])
  const late = await seed.image({ collection_id })
  expect(await readError(similar(late))).toEqual([
    409,
    'The image was not processed by the embedding model yet. Try again later.',
  ])
  await seed.setPublic('collection', hidden, true)
  expect(await findIds(similar(one))).toEqual([equal, secret, near, far, opposite])
})

test('the page filters the pictures, and keeps the kind of search', async () => {
  await useModelFixture(server, 'filtered')
  const [ida, max] = [await seed.image({ creator: 'Ida' }), await seed.image({ creator: 'Max' })]
  for (const id of [ida, max]) await storeEmbedding(server, id, between(1))
  const response = await server.fetch('/search/?mode=semantic&q=before+1900&creator=ida')
  const page = parsePage(await response.text())
  const found = page.attributes('.pictures > li > a:first-child', 'href')
  expect(found).toEqual([`${server.baseUrl}/${ida}/`])
  const names = ['q', 'mode', 'year_max']
  const kept = names.map((name) => page.attribute(`.filters [name=${name}]`, 'value'))
  expect(kept).toEqual(['before 1900', 'semantic', ''])
  const cleared = page.attribute('.filters .quiet', 'href')
  expect(cleared).toBe(`${server.baseUrl}/search/?q=before+1900&mode=semantic`)
})
