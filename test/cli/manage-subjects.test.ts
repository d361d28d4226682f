import { expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startService } from '../support/service-server.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { item, sendItems } from '../support/wikidata.ts'
import { WORKPLACES } from '../support/workplaces.ts'

test.each(WORKPLACES)('adds, edits, lists, merges and removes subjects %s', async (place, open) => {
  await using wikidata = await startService(
    sendItems(item('Q64', { en: 'Berlin' }, { en: 'capital' }), item('Q7', { fr: 'Tour' })),
  )
  const wikidataUrl = wikidata.url
  await using server = await startTestServer({ wikidataUrl })
  const seed = createSeed(server)
  const hall = await seed.subject({ slug: 'hall', title: 'Hall', kb_id: 'Q5' })
  await seed.tag(await seed.image(), hall)
  await seed.outline(hall, 'way/1')
  const { env, options } = await open(server)
  const subject = async (words: string[], stdin = '') => {
    const argv = ['subject', ...words, ...options, '--json', '--yes']
    const result = await runCli(argv, {
      env: { ...env, CATALOG_WIKIDATA_URL: wikidataUrl },
      stdin,
    })
    return { code: result.code, body: JSON.parse(result.stdout) }
  }
  const added = await subject(['add', '-'], 'Q64\nQ5\nQ7\nQ9\n')
  expect(added.code).toBe(6)
  expect(added.body).toMatchObject([
    { item: 'Q64', state: 'added', slug: 'berlin', title: 'Berlin', problem: null },
    { item: 'Q5', state: 'exists', id: hall },
    { item: 'Q7', state: 'unlabeled', id: null, problem: expect.any(String) },
    { item: 'Q9', state: 'missing', id: null, problem: expect.any(String) },
  ])
  const languages = await subject(['add', 'Q7', '--languages', 'fr'])
  expect(languages.code).toBe(place === 'on the host' ? 0 : 2)
  const edited = await subject(['edit', 'Q64', '--title', 'City', '--description', 'Large.'])
  expect(edited.body).toEqual({
    id: expect.any(Number),
    item: 'Q64',
    slug: 'berlin',
    title: 'City',
    description: 'Large.',
    item_title: 'Berlin',
    item_description: 'capital',
    images: 0,
    public_images: 0,
    geometries: 0,
  })
  expect((await subject(['show', 'berlin'])).body).toEqual(edited.body)
  expect((await subject(['show', 'no such'])).code).toBe(5)
  expect((await subject(['records', '--untagged', '--title', 'it'])).body).toEqual([edited.body])
  expect((await subject(['records', '--without-geometry', '--limit', '1'])).body).toHaveLength(1)
  const merge = { removed: 'hall', subject: 'berlin', tagged: 1, tagged_before: 0, geometries: 1 }
  expect((await subject(['merge', 'hall', 'Q64', '--dry-run'])).body).toEqual({
    state: 'would_merge',
    ...merge,
  })
  expect((await subject(['merge', 'hall', 'Q64'])).body).toEqual({ state: 'merged', ...merge })
  expect((await subject(['show', 'hall'])).code).toBe(5)
  expect((await subject(['remove', 'berlin'])).code).toBe(9)
  const removed = { id: edited.body.id, slug: 'berlin', title: 'City', untagged: 1 }
  expect((await subject(['remove', 'berlin', '--untag', '--dry-run'])).body).toEqual([
    { state: 'would_remove', ...removed },
  ])
  expect((await subject(['remove', 'berlin', '--untag'])).body).toEqual([
    { state: 'removed', ...removed },
  ])
  expect((await server.get('/api/v2/subjects/')).count).toBe(0)
})

test.each(WORKPLACES)('lists more subjects than fit on a page %s', async (_place, open) => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const titles = Array.from({ length: 103 }, (_, n) => `Town ${String(n % 90).padStart(2, '0')}`)
  for (const [n, title] of titles.entries())
    await seed.subject({ title, slug: `town-${n}`, kb_id: `Q${n + 1}` })
  const { env, options } = await open(server)
  const argv = ['subject', 'records', '--limit', '110', ...options, '--json']
  const { stdout } = await runCli(argv, { env })
  const rows = JSON.parse(stdout) as { id: number; title: string }[]
  expect(rows.map(({ title }) => title)).toEqual(titles.toSorted())
  expect(new Set(rows.map(({ id }) => id)).size).toBe(titles.length)
})
