import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { stubResponse } from '../support/stub-response.ts'

interface Finding {
  code: string
  severity: string
  cell: string
  message: string
}

/** Opens an importer's program and an album whose rows name these subjects, one cell each. */
async function openChecks(...cells: string[]) {
  const cli = await openImportCli()
  const album = await createAlbum()
  await album.picture('1.jpg', 1)
  const rows = cells.map((cell, at) => `1.jpg,Title,1920,1920,"${cell}",${at}`)
  await album.table(`${ALBUM_HEADER},subjects,row_id`, ...rows)
  return {
    ...cli,
    /** Runs a check. Returns its findings about subjects and the paths of its requests for subjects. */
    async check(transport: Transport = (request) => send(request, {})) {
      const paths: string[] = []
      const watched: Transport = (request) => {
        const path = request.url.slice(cli.server.baseUrl.length)
        if (/^\/api\/v2\/(?:subject|$)/.test(path)) paths.push(path)
        return transport(request)
      }
      const words = ['check', album.manifest, '--collection', String(cli.collection), '--json']
      const { code, stdout } = await cli.run(words, { transport: watched })
      const { findings } = JSON.parse(stdout) as { findings: Finding[] }
      const told = findings.filter(({ code: kind }) => kind.startsWith('subject.un'))
      const found = told.map(({ code: kind, cell }) => `${cell} ${kind}`)
      return { code, found, told, paths, single: paths.filter((path) => isSingle(path)) }
    },
    async [Symbol.asyncDispose]() {
      await album[Symbol.asyncDispose]()
      await cli[Symbol.asyncDispose]()
    },
  }
}

const isSingle = (path: string) => path.startsWith('/api/v2/subject-records/')

test('rejects what is no slug without asking for it', async () => {
  const names = ['.', '..', '?', 'a b', 'https://www.wikidata.org/wiki/Q43', 'x'.repeat(20_000)]
  await using checks = await openChecks(...names, Array(100).fill('é').join('|'), 'town-hall')
  await checks.seed.subject({ slug: 'town-hall', kb_id: 'Q43' })
  const { code, found, told, single } = await checks.check()
  expect(code).toBe(3)
  const rows = new Set(found)
  expect([...rows]).toEqual([2, 3, 4, 5, 6, 7, 8].map((row) => `E${row} subject.unknown`))
  expect(Math.max(...told.map(({ message }) => message.length))).toBeLessThan(300)
  expect(single).toEqual(['/api/v2/subject-records/town-hall/'])
})

test('finds long slugs, in several requests', async () => {
  const slugs = Array.from({ length: 40 }, (_, at) => `${at}-`.padEnd(200, 'x'))
  await using checks = await openChecks(slugs.join('|'))
  const image = await checks.seed.image()
  for (const [at, slug] of slugs.entries()) {
    await checks.seed.tag(image, await checks.seed.subject({ slug, kb_id: `Q${at + 1}` }))
  }
  const { code, found, paths } = await checks.check()
  expect({ code, found }).toEqual({ code: 0, found: [] })
  expect(paths).toHaveLength(3)
  expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(4100)
})

test('rejects an item in lower case, which the commit does not accept either', async () => {
  await using checks = await openChecks('q43', 'q44', 'q45', 'mill')
  await checks.seed.subject({ slug: 'town-hall', kb_id: 'Q43' })
  await checks.seed.subject({ slug: 'bridge', kb_id: 'Q44' })
  await checks.seed.subject({ slug: 'old-bridge', kb_id: 'Q44' })
  await checks.seed.subject({ slug: 'q45', kb_id: 'Q1' })
  const { code, found } = await checks.check()
  expect(code).toBe(3)
  expect(found).toEqual(['E2', 'E3', 'E5'].map((cell) => `${cell} subject.unknown`))
})

test('finds a slug of digits unless another subject has it as its id', async () => {
  await using checks = await openChecks('1900', '1901', '1')
  const other = await checks.seed.subject({ slug: 'bridge', kb_id: 'Q44' })
  expect(other).toBe(1)
  await checks.seed.subject({ slug: '1900', kb_id: 'Q45' })
  expect(await checks.check()).toMatchObject({
    code: 3,
    found: ['E3 subject.unknown', 'E4 subject.unconfirmed'],
  })
})

test('asks for few hundred subjects without images, and warns of others', async () => {
  const names = Array.from({ length: 310 }, (_, at) => `s${at}`)
  await using checks = await openChecks(names.join('|'))
  const { found, paths, single } = await checks.check()
  expect(single).toHaveLength(300)
  expect(paths.length - single.length).toBeLessThan(10)
  expect(found).toHaveLength(300)
  expect(new Set(found)).toEqual(new Set(['E2 subject.unknown']))
})

test('warns of unlisted subjects if the user may not read them, and asks for few', async () => {
  await using checks = await openChecks('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i')
  const { code, found, single } = await checks.check((request) =>
    request.url.includes('/subject-records/')
      ? stubResponse(403, JSON.stringify({ detail: 'Forbidden.' }))
      : send(request, {}),
  )
  expect(code).toBe(0)
  expect(new Set(found.map((line) => line.split(' ')[1]))).toEqual(new Set(['subject.unconfirmed']))
  expect(found).toHaveLength(9)
  expect(single.length).toBeLessThan(5)
})

test('warns of unlisted subjects if the instance cannot show them', async () => {
  await using checks = await openChecks('mill')
  const { code, found, single } = await checks.check(async (request) => {
    const response = await send(request, {})
    const { 'catalog-features': features = '', ...headers } = response.headers
    const others = features.split(',').filter((name) => name.trim() !== 'moderation')
    return { ...response, headers: { ...headers, 'catalog-features': others.join(',') } }
  })
  expect({ code, found, single }).toEqual({
    code: 0,
    found: ['E2 subject.unconfirmed'],
    single: [],
  })
})
