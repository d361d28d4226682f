import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openImportApi } from '../support/import-api.ts'
import { fourColors } from '../support/pictures.ts'
import { findPresentationProblems } from '../support/presentation-checker.ts'
import { pauseQueue, resumeQueue } from '../support/queue.ts'

const api = await openImportApi()
afterAll(() => api[Symbol.asyncDispose]())
const { server, seed } = api
const wide = await fourColors(1300, 700).jpeg().toBuffer()
const narrow = await fourColors(300, 600).png().toBuffer()

async function commit(fields: object): Promise<number> {
  const answer = await api.commit(await api.uploadToNewSlot(wide), fields)
  return ((await answer.json()) as { image_id: number }).image_id
}

async function getManifest(id: number) {
  const manifest = await server.get(`/iiif/presentation/3/images/${id}/`)
  expect(findPresentationProblems(manifest, server.baseUrl)).toEqual([])
  return manifest
}

/** Lists the addresses of a document at this server, except of the parts that exist only inside of it. */
function listLinks(value: unknown, type?: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type: own = type } = value as { type?: string }
  const isPart = ['Canvas', 'AnnotationPage', 'Annotation', 'Agent', 'FeatureCollection']
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'string') return listLinks(inner, own)
    const isLink = key === '@id' || key === 'profile' || (key === 'id' && !isPart.includes(own!))
    return isLink && inner.startsWith(server.baseUrl) ? [inner] : []
  })
}

test('every link of a manifest leads to what it says, before and after processing', async () => {
  await pauseQueue(server)
  const id = await commit({ rotation: 90 })
  await seed.point(id)
  const pending = await getManifest(id)
  await resumeQueue(server)
  await server.catalog.jobs.drain()
  const done = await getManifest(id)
  expect(done.items[0]).toMatchObject({ width: 700, height: 1300 })
  for (const [manifest, count] of [
    [pending, 8],
    [done, 11],
  ] as const) {
    const links = new Set(listLinks(manifest))
    expect(links.size).toBe(count)
    for (const url of links) expect((await server.fetch(url)).status, url).toBe(200)
  }
  for (const picture of [done.thumbnail[0], done.items[0].items[0].items[0].body]) {
    const response = await server.fetch(picture.id)
    expect(response.headers.get('Content-Type')).toBe(picture.format)
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect([width, height]).toEqual([picture.width, picture.height])
  }
  for (const service of done.items[0].items[0].items[0].body.service) {
    const url = service.id ?? service['@id']
    const info = await server.get(`${url}/info.json`)
    expect(info.id ?? info['@id']).toBe(url)
    if ('sizes' in service) expect(info).toMatchObject({ ...service })
  }
})

test('a manifest shows the previous picture until its replacement has tiles', async () => {
  const id = await commit({})
  await server.catalog.jobs.drain()
  const before = await getManifest(id)
  await pauseQueue(server)
  expect((await api.replace(id, await api.uploadToNewSlot(narrow, 'image/png'))).status).toBe(200)
  const during = await getManifest(id)
  expect(during.items).toEqual(before.items)
  expect(during.rendering[0].format).toBe('image/png')
  await resumeQueue(server)
  await server.catalog.jobs.drain()
  expect((await getManifest(id)).items[0]).toMatchObject({
    id: before.items[0].id,
    width: 300,
    height: 600,
  })
})
