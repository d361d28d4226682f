import { expect, test } from 'vitest'
import { fourColors } from '../support/pictures.ts'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'
import { WORKPLACES } from '../support/workplaces.ts'

const colors = await fourColors(60, 40).png().toBuffer()

test.each(WORKPLACES)('edits, tags, orders and deletes images %s', async (place, open) => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const ada = await seed.user({ username: 'ada' })
  const collection_id = await seed.collection()
  const [one, two] = [
    await seed.image({ collection_id, title: 'Bridge' }),
    await seed.image({ collection_id, title: 'Bridge again' }),
  ]
  await seed.file(one, colors, 'image/png', 'png')
  await seed.point(one, { user_id: ada })
  await seed.subject({ slug: 'bridge', kb_id: 'Q12280' })
  await seed.subject({ slug: 'tower', kb_id: 'Q12518' })
  const { env, options } = await open(server)
  const image = async (words: (string | number)[], stdin = '') => {
    const argv = ['image', ...words.map(String), ...options, '--json', '--yes']
    const { code, stdout } = await runCli(argv, { env, stdin })
    return { code, body: JSON.parse(stdout) }
  }
  const edited = await image(['edit', one, '--title', 'Old bridge', '--creator', 'A. Painter'])
  expect(edited.body).toEqual([
    {
      id: one,
      collection: collection_id,
      title: 'Old bridge',
      duplicate_of: null,
      from_above: false,
      scale: null,
      rotation: 0,
      mirror: 'none',
      position: null,
      georeference_status: 'georeferenced',
      changed: true,
    },
  ])
  expect((await image(['edit', one, '--title', 'Old bridge'])).body).toMatchObject([
    { changed: false },
  ])
  expect((await image(['set-status', 'will_not_georef', '-'], `${two}\n`)).body).toMatchObject([
    { id: two, georeference_status: 'will_not_georef', changed: true },
  ])
  expect((await image(['set-scale', '1:5000', two, 99])).code).toBe(5)
  expect((await image(['set-scale', '1:5000', two])).body).toMatchObject([{ scale: '1:5000' }])
  expect((await image(['set-from-above', 'yes', two])).body).toMatchObject([{ from_above: true }])
  expect((await image(['transform', one, '--rotate', '90'])).body).toMatchObject([
    { rotation: 90, changed: true },
  ])
  const slugs = async () =>
    (await server.get(`/api/v2/images/${one}/`)).subjects.map(({ slug }: { slug: string }) => slug)
  const tagged = await image(['tag', one, '--subject', 'Q12280', '--subject', 'tower'])
  expect(tagged.body).toMatchObject([{ id: one, changed: true }])
  await image(['reorder-subjects', one, '--subject', 'tower', '--subject', 'bridge'])
  expect(await slugs()).toEqual(['tower', 'bridge'])
  await image(['untag', one, '--subject', 'tower'])
  expect(await slugs()).toEqual(['bridge'])
  const named = await image(['untag', one, '--subject', 'tower', '--user', 'ada'])
  expect(named.code).toBe(place === 'on the host' ? 0 : 2)
  expect((await image(['reorder', two, one])).body).toMatchObject([
    { id: two, position: one },
    { id: one, position: two },
  ])
  expect((await image(['reprocess', one])).body).toEqual([{ id: one, state: 'queued' }])
  await image(['set-duplicate', two, '--of', one])
  expect((await image(['set-duplicate', two, '--of', 99])).code).toBe(5)
  expect((await image(['delete', one])).code).toBe(9)
  const [preview] = (await image(['delete', one, two, '--dry-run'])).body
  expect(preview).toMatchObject({ id: one, georeferences: 1, subjects: 1, state: 'would_delete' })
  expect(preview.bytes).toBeGreaterThanOrEqual(colors.byteLength)
  expect((await image(['delete', one, two])).body).toMatchObject([
    { id: one, state: 'deleted' },
    { id: two, state: 'deleted' },
  ])
  expect((await image(['delete', one])).body).toEqual([
    { id: one, title: 'Old bridge', state: 'already_deleted' },
  ])
  expect((await image(['delete', 99])).code).toBe(5)
})

test.each([
  ['set-status', 'will_not_georef'],
  ['set-from-above', 'yes'],
  ['set-scale', '1:5000'],
  ['set-duplicate', '--none'],
])('an importer cannot use `image %s`, whose members the API would ignore', async (...words) => {
  await using server = await startTestServer()
  const image = await createSeed(server).image()
  const CATALOG_TOKEN = await issueToken(server, { userId: 9, staff: true, scopes: ['import'] })
  const argv = ['image', ...words, String(image), '--json']
  const refused = await runCli(argv, { env: { CATALOG_URL: server.baseUrl, CATALOG_TOKEN } })
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([4, 'insufficient_scope'])
})

test.each(WORKPLACES)(
  'edits several images in one batch, which is reverted at once, %s',
  async (_place, open) => {
    await using server = await startTestServer()
    const seed = createSeed(server)
    const images = [await seed.image({ scale: '1:100' }), await seed.image()]
    const { env, options } = await open(server)
    const run = async (...words: string[]) => {
      const { stdout } = await runCli([...words, ...options, '--json', '--yes'], { env })
      return JSON.parse(stdout)
    }
    await run('image', 'set-scale', '1:5000', ...images.map(String))
    const [change] = await run('audit', 'list')
    const reverted = await run('audit', 'revert', '--batch', change.batch)
    expect(reverted).toMatchObject({ reverted: 2, left: 0 })
    const scales = await Promise.all(images.map((id) => server.get(`/api/v2/images/${id}/`)))
    expect(scales.map(({ scale }) => scale)).toEqual(['1:100', null])
  },
)
