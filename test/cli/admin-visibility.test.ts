import { afterAll, expect, test } from 'vitest'
import { storeEmbedding, useModelFixture } from '../support/embedding-models.ts'
import { plain, RED } from '../support/pictures.ts'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

/** Two collections whose images differ in nothing that a search asks for. */
const source = await seed.source({ name: 'City' })
const subject = await seed.subject({ title: 'Bridge' })
const user = await seed.user({ username: 'Ada' })
const [shown, hidden] = [await createImage('Shown', 0), await createImage('Album', 1)]
await useModelFixture(server, 'tiny')
for (const { id } of [shown, hidden]) await storeEmbedding(server, id, [1, 1])
await seed.rebuildFeed()

async function createImage(name: string, n: number) {
  const collection = await seed.collection({ source_id: source, name })
  const id = await seed.image({ collection_id: collection, title: 'Lighthouse at dawn' })
  const area = await seed.image({ collection_id: collection, title: 'Harbor', from_above: 1 })
  await seed.point(id, { user_id: user, created_at: 1000 + n })
  await seed.area(area, { user_id: user, created_at: 2000 + n })
  await seed.file(id, await plain(8, 8, RED).jpeg().toBuffer())
  await seed.tag(id, subject)
  await seed.comment(id, { commented_by: user })
  return { id, area, collection }
}

/** Everything that shows images to the public. Each path is requested twice, also from the response cache. */
const PATHS = [
  '/api/v2/images/',
  `/api/v2/images/?subject=${subject}`,
  '/api/v2/collections/',
  '/api/v2/sources/',
  '/api/v2/subjects/',
  '/api/v2/users/',
  '/api/v2/georeferences/',
  '/api/v2/from-above-georeferences/',
  '/api/v2/stats/',
  '/api/v2/activity/',
  '/api/v2/search/text/?q=lighthouse',
  '/api/v2/search/in-view/?lat=47.56&lon=7.59',
  '/api/v2/search/semantic/?q=lighthouse',
  `/iiif/presentation/3/sources/${source}/`,
]

/** What only the images of the hidden collection have. */
const DETAILS = [
  `/api/v2/images/${hidden.id}/`,
  `/api/v2/collections/${hidden.collection}/`,
  `/iiif/presentation/3/images/${hidden.id}/`,
  `/iiif/presentation/3/collections/${hidden.collection}/`,
  `/${hidden.id}/`,
  `/media/images/${hidden.id}/original.jpg`,
]

async function read(paths: readonly string[]) {
  const answers: Record<string, unknown> = {}
  for (const path of [...paths, ...paths]) {
    const response = await server.fetch(path)
    answers[path] = response.status === 200 ? await response.text() : response.status
  }
  return answers
}

async function change(...words: string[]): Promise<string> {
  const { code, stderr } = await runCli([...words, '--data', server.data])
  expect(code, stderr).toBe(0)
  return stderr
}

test.each([
  ['a hidden collection', ['collection', 'hide', 'album'], ['collection', 'publish', 'album']],
  ['a hidden source', ['source', 'hide', 'city'], ['source', 'publish', 'city']],
])('%s vanishes everywhere without a restart, and comes back', async (_, hide, publish) => {
  const before = await read([...PATHS, ...DETAILS])
  expect(Object.values(before)).not.toContain(404)
  const isSource = hide[0] === 'source'
  expect(await change(...hide)).toContain('Browsers and CDNs can show what they stored')
  const [after, details] = [await read(PATHS), await read(DETAILS)]
  expect(new Set(Object.values(details))).toEqual(new Set([404]))
  for (const path of PATHS) {
    expect(after[path], path).not.toBe(before[path])
    expect(String(after[path]), path).not.toMatch(
      new RegExp(`/(images/(${hidden.id}|${hidden.area})|collections/${hidden.collection})/`),
    )
  }
  expect(JSON.parse(String(after['/api/v2/stats/']))).toMatchObject({
    total_collections: isSource ? 0 : 1,
    total_images: isSource ? 0 : 2,
    total_georeferences: isSource ? 0 : 2,
  })
  expect(await change(...publish)).toBe('')
  expect(await read([...PATHS, ...DETAILS])).toEqual(before)
})
