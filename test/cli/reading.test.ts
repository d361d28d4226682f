import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { send } from '../../src/cli/client/transport.ts'
import { stubResponse } from '../support/stub-response.ts'
import { issueToken } from '../support/tokens.ts'
import { openReadingScene, pictureOf } from '../support/reading-scene.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTranscript } from '../support/transcript.ts'

const scene = await openReadingScene()
afterAll(() => scene[Symbol.asyncDispose]())
const { run, server, images } = scene

const STORIES: Record<string, readonly string[]> = {
  'read-lists': [
    'source list',
    'source list --slug city-museum --json',
    'source get town-archive',
    'source get 99',
    'collection list --source town-archive -o csv',
    'collection get maps',
    'collection get city-museum/maps --json',
    'image list --collection town-archive/maps --ordering title --limit 2',
    'image list --year-min 1903 --ordering -title -o id',
    'image list --year-min soon',
    'image list --ordering tilte',
    'image get 1',
    'image get one',
    'subject list',
    'subject get town-hall',
    'license list',
    'license get cc-by-4.0 --json',
    'license get nosuch --json',
    'user list',
    'user get 1201',
  ],
  'read-others': [
    'stats',
    'activity',
    'activity --types comment -o csv',
    'activity --types comments',
    'activity --since 2030-01-01 -o json',
    'activity --since yesterday',
    'activity --follow --json',
    'changes --after 9000000000000000',
    'changes --after 9000000000000000 --json',
    'changes --after yesterday',
    'stats --json',
    'subject geometry town-hall',
    'subject geometry town-hall -o tsv',
    'image open 1',
    'image open 99',
    'api GET api/v2/licenses/ -o json',
    'api GET /api/v2/images/ -f page_size=1 -f ordering=title --paginate -o id',
    'api GET https://elsewhere.example/api/v2/stats/',
    'api POST api/v2/sources/ -f name=New',
    'api DELETE api/v2/stats/ --json',
    'api BREW api/v2/stats/',
    'api GET api/v2/stats/ -f name',
    'api GET api/v2/stats/ --paginate',
    'source create --name New --slug new --site-url https://new.example --description Text',
  ],
  'read-json': [
    'source get town-archive --json',
    'source create --name New --slug new --site-url https://new.example --description Text --json',
    'collection list --json',
    'collection get 99',
    'image list --limit 1 --json',
    'image get 1 --json',
    'image open 1 --json',
    'image download 1 2',
    'image download 1 99 --json',
    'image download',
    'subject list --json',
    'subject get town-hall --json',
    'subject geometry town-hall --json',
    'license list --json',
    'license get cc-by-4.0',
    'user list --json',
    'user get 1201 --json',
    'user get nobody',
  ],
  'read-search': [
    'search text town hall',
    'search text harbor --year-min 1904 --json',
    'search text zeppelin',
    'search text x --threshold 7',
    'search semantic a bridge',
    'search semantic a bridge --json',
    'search similar 1',
    'search similar 1 --json',
    'search in-view 47.5596 7.5900',
    'search in-view 47.5596 7.5900 --radius 500 --json',
    'search in-view 95 7.59',
  ],
  'read-exports': [
    'export georeferences',
    'export georeferences points.csv',
    'export georeferences points.gpkg --geometry cone --json',
    'export georeferences points.docx',
    'export georeferences --bbox 1,2,3',
    'export areas areas.geojson',
    'export areas areas.fgb --json',
    'export subjects --format geojsonl',
    'export subjects subjects.csv --json',
    'export images images.csv --with image',
    'export images images.geojson --json',
    'export manifest',
    'export manifest album.xlsx --json',
    'export all catalog.gpkg',
    'export all catalog.gpkg --json',
    'export all',
  ],
  program: [
    'exit-codes',
    'exit-codes --json',
    'options',
    'help',
    'help dates',
    'help nosuch',
    'completion bash',
    'completion nosuch',
    'healthcheck',
    'healthcheck --json',
    'nosuch',
    'image lst',
  ],
}

test.each(Object.keys(STORIES))('the output of %s matches the golden file', async (name) => {
  const transcript = startTranscript({ 'https://catalog.example.org': server.baseUrl })
  for (const line of STORIES[name]!) {
    const argv = line.split(' ')
    const tty = !argv.includes('--json') && !argv.includes('-o')
    const env = { CATALOG_PROGRESS: 'none' }
    transcript.add(argv, await run(argv, { tty, columns: 80, errorColumns: 500, env }))
  }
  await transcript.compare(name)
  expect.assertions(1)
})

test('streams a list page by page, with one header', async () => {
  const { stdout } = await run(['image', 'list', '--all', '--page-size', '1', '-o', 'csv'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(images.length + 1)
})

test('shows importers what the public cannot see', async () => {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['read', 'import'] })
  const list = async (env = {}) =>
    (await run(['source', 'list', '--fields', 'slug'], { env })).stdout
  expect(await list()).not.toContain('attic')
  expect(await list({ CATALOG_TOKEN })).toContain('attic')
})

test('sends fields, or a file, to the instance, and prints the response with its status', async () => {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['read', 'import'] })
  const send = (words: string[], stdin?: string) =>
    run(['api', ...words], { env: { CATALOG_TOKEN }, ...(stdin && { stdin }) })
  const site = { url: 'https://new.example', description: 'Text' }
  const fields = Object.entries({ name: 'New', slug: 'new', ...site })
  const created = await send([
    'POST',
    'api/v2/sources/',
    ...fields.flatMap(([name, value]) => ['-f', `${name}=${value}`]),
  ])
  expect([created.code, JSON.parse(created.stdout).slug]).toEqual([0, 'new'])
  const body = JSON.stringify({ name: 'Newer', slug: 'newer', ...site })
  const piped = await send(['post', '/api/v2/sources/', '--input', '-', '--include'], body)
  expect(piped.stdout).toMatch(/^HTTP 201 Created\n[^]*\ncatalog-features: [^]*\n\n\{\n {2}"id"/)
  const again = await send(['POST', 'api/v2/sources/', '--input', '-', '--include'], body)
  expect([again.code, again.stdout]).toEqual([2, expect.stringContaining('HTTP 400')])
  expect((await send(['POST', 'api/v2/sources/', '--input', '-'], '{')).code).toBe(3)
  expect((await send(['HEAD', 'api/v2/stats/'])).stdout).toBe('')
})

test('takes paths below /api/v2/ and typed fields, and shows the body of a failure', async () => {
  const sent: [string, string, unknown][] = []
  const answer = JSON.stringify({ detail: 'No.', left: [12], code: 'refused' })
  const call = (status: number, text: string, ...words: string[]) =>
    runCli(['api', ...words, '--url', 'https://archive.example'], {
      transport: ({ method, url, body }) => {
        sent.push([method, url.replace('https://archive.example', ''), body])
        return stubResponse(status, text)
      },
    })
  for (const path of [
    'images/',
    '/images/',
    'api/v2/images/',
    'https://archive.example/api/v2/images/',
  ])
    await call(200, '{}', 'GET', path)
  expect(new Set(sent.map(([, path]) => path))).toEqual(new Set(['/api/v2/images/']))
  sent.length = 0
  for (const path of ['/iiif/1/info.json', 'healthz', 'robots.txt', '.well-known/oauth'])
    await call(200, '{}', 'GET', path)
  expect(sent.map(([, path]) => path.replace(/^\//, ''))).toEqual([
    'iiif/1/info.json',
    'healthz',
    'robots.txt',
    '.well-known/oauth',
  ])
  sent.length = 0
  const fields = ['-f', 'title=007', '-F', 'order=7', '-F', 'from_above=true', '-F', 'scale=null']
  await call(
    200,
    '{}',
    'PATCH',
    'images/1/',
    ...fields,
    '-F',
    'subjects=["a"]',
    '-F',
    'creator=A. B',
  )
  await call(200, '{}', 'GET', 'images/', '-F', 'georeferenced=true', '-F', 'creator=A&B')
  expect(JSON.parse(sent[0]![2] as string)).toEqual({
    title: '007',
    order: 7,
    from_above: true,
    scale: null,
    subjects: ['a'],
    creator: 'A. B',
  })
  expect(sent[1]![1]).toBe('/api/v2/images/?georeferenced=true&creator=A%26B')
  const refused = await call(409, answer, 'DELETE', 'images/1/')
  expect(refused).toEqual({
    code: 9,
    stdout: '',
    stderr: `${JSON.stringify(JSON.parse(answer), null, 2)}\ncatalog: No.\n`,
  })
  const page = await call(502, '<h1>Bad\u001b[31m gateway</h1>', 'POST', 'images/1/reprocess/')
  expect([page.code, page.stderr]).toEqual([8, expect.stringContaining('<h1>Bad')])
  expect(page.stderr).not.toContain('\u001b')
  const plain = await call(404, '{"detail":"Image not found."}', 'GET', 'images/9/')
  expect(plain.stderr).toBe('catalog: Image not found.\n')
})

test('follows links to further pages only at the instance', async () => {
  const sent: string[] = []
  const words = ['api', 'GET', 'api/v2/images/', '--paginate', '--url', 'https://archive.example']
  const { code, stderr } = await runCli(words, {
    env: { CATALOG_TOKEN: 'secret' },
    transport: ({ url }) => {
      sent.push(url)
      const next = 'https://elsewhere.example/api/v2/images/?page=2'
      return stubResponse(200, JSON.stringify({ count: 9, next, previous: null, results: [] }))
    },
  })
  expect(sent).toEqual(['https://archive.example/api/v2/images/'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not an address at')])
})

test('creates a source, and refuses one whose slug is taken', async () => {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['read', 'import'] })
  const words = ['source', 'create', '--name', 'Attic 2', '--slug', 'attic-2']
  const site = ['--site-url', 'https://attic.example', '--description', 'Text', '--json']
  const create = () => run([...words, ...site], { env: { CATALOG_TOKEN } })
  expect(JSON.parse((await create()).stdout)).toMatchObject({ slug: 'attic-2', public: false })
  const again = await create()
  expect([again.code, JSON.parse(again.stdout).error.fields.slug]).toEqual([2, expect.anything()])
})

test('follows the feed without gaps or repeats, also while the instance fails', async () => {
  const at = (second: number) => `2026-03-01T12:00:0${second}.000000Z`
  const eventAt = (second: number) => ({ type: 'user_milestone', timestamp: at(second), data: {} })
  const polls = [[2, 1], [3, 2, 1], null, [6, 5, 4, 3, 2, 1]]
  const delays: number[] = []
  const stop = new AbortController()
  let failures = 0
  const words = ['activity', '--follow', '--since', at(1), '-o', 'ndjson']
  const { code, stdout } = await runCli([...words, '--url', 'https://archive.example'], {
    signal: stop.signal,
    transport: () => {
      const seconds = polls[0]
      // A failed request is repeated a few times before the next poll.
      if (seconds) polls.shift()
      else if ((failures += 1) === 5) polls.shift()
      return seconds
        ? stubResponse(200, JSON.stringify(seconds.map(eventAt)))
        : stubResponse(503, '{"detail":"Down."}')
    },
    sleep: (ms) => {
      if (ms >= 10_000) delays.push(ms)
      if (polls.length > 0) return Promise.resolve()
      stop.abort('SIGINT')
      return Promise.reject(new DOMException('Aborted', 'AbortError'))
    },
  })
  const shown = stdout.trimEnd().split('\n')
  expect(shown.map((line) => JSON.parse(line).timestamp)).toEqual([2, 3, 4, 5, 6].map(at))
  expect(delays).toEqual([10_000, 10_000, 20_000, 10_000])
  expect(code).toBe(130)
})

test('follows the changes from the cursor of any of them', async () => {
  const changeOf = (id: number) => ({
    id,
    type: 'image',
    changed_at: `2026-03-01T12:00:0${id}.000000Z`,
    state: 'changed',
  })
  const answers: [after: string, ids: number[], cursor: string, reset?: true][] = [
    ['1-a', [1, 2, 3], '4-a'],
    ['4-a', [], '4-a'],
    ['4-a', [4], '5-a'],
    ['5-a', [], '5-a'],
    ['5-a', [5, 6], '2-b', true],
    ['2-b', [], '2-b'],
  ]
  const stop = new AbortController()
  const words = ['changes', '--after', '1-a', '--follow', '-o', 'ndjson']
  const { code, stdout, stderr } = await runCli([...words, '--url', 'https://archive.example'], {
    signal: stop.signal,
    transport: ({ url }) => {
      const [after, ids, cursor, reset] = answers.shift()!
      expect(new URL(url).searchParams.get('after')).toBe(after)
      return stubResponse(200, JSON.stringify({ results: ids.map(changeOf), cursor, reset }))
    },
    sleep: () => {
      if (answers.length > 0) return Promise.resolve()
      stop.abort('SIGINT')
      return Promise.reject(new DOMException('Aborted', 'AbortError'))
    },
  })
  const shown = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(shown.map(({ id, cursor }) => [id, cursor])).toEqual([
    [1, '1-a'],
    [2, '1-a'],
    [3, '4-a'],
    [4, '5-a'],
    [5, '0'],
    [6, '2-b'],
  ])
  expect(shown.filter(({ reset }) => reset).map(({ id }) => id)).toEqual([5, 6])
  expect(stderr).toContain('was restored from a backup')
  expect(code).toBe(130)

  const listed = await run(['changes', '-o', 'ndjson'])
  expect(listed.code).toBe(0)
  const { cursor } = JSON.parse(listed.stdout.trimEnd().split('\n').at(-1)!)
  expect(await run(['changes', '--after', cursor, '-o', 'ndjson'])).toMatchObject({
    stdout: '',
    code: 0,
  })
  expect((await run(['changes', '--after', 'soon'])).code).toBe(2)
})

describe('image download', () => {
  const download = async (words: string[], options: TestCliOptions = {}) => {
    const folder = options.cwd ?? (await mkdtemp(join(tmpdir(), 'catalog-download-')))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const result = await run(['image', 'download', ...words, '-o', 'ndjson'], {
      ...options,
      cwd: folder,
    })
    const rows = result.stdout.split('\n').filter(Boolean)
    return { ...result, folder, rows: rows.map((line) => JSON.parse(line)) }
  }

  test('downloads files once, and sends the token to no other host', async () => {
    const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['read', 'import'] })
    const withToken: string[] = []
    const transport: TestCliOptions['transport'] = (request) => {
      if (request.headers.Authorization !== undefined) withToken.push(new URL(request.url).pathname)
      return send(request, {})
    }
    const options = { env: { CATALOG_TOKEN }, transport }
    const first = await download(['1', '2', '3', '--dir', 'scans'], options)
    expect(first.code).toBe(6)
    expect(first.rows).toEqual([
      { id: 1, state: 'downloaded', bytes: 3000, file: 'scans/1.jpg', message: null },
      { id: 2, state: 'downloaded', bytes: 6000, file: 'scans/2.jpg', message: null },
      { id: 3, state: 'failed', bytes: null, file: null, message: 'Image 3 has no file.' },
    ])
    expect(await readFile(join(first.folder, 'scans/2.jpg'))).toEqual(pictureOf(2))
    expect((await readdir(join(first.folder, 'scans'))).toSorted()).toEqual(['1.jpg', '2.jpg'])
    expect(withToken.every((path) => path.startsWith('/api/v2/'))).toBe(true)
    const words = ['--collection', 'town-archive/maps', '--year-max', '1902', '--dir', 'scans']
    const again = await download(words, { cwd: first.folder })
    expect([again.code, again.rows.map(({ state }) => state)]).toEqual([
      0,
      ['complete', 'complete'],
    ])
    expect(again.stderr).toContain('0 files downloaded (0 B), 2 already complete, 0 failed.\n')
  })

  test('replaces another file of the same name only with --force', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalog-download-'))
    await writeFile(join(folder, '1.jpg'), 'a scan')
    const refused = await download(['1'], { cwd: folder })
    expect([refused.code, refused.rows[0].message]).toEqual([9, expect.stringContaining('--force')])
    expect(await readFile(join(folder, '1.jpg'), 'utf8')).toBe('a scan')
    expect((await download(['1', '--force'], { cwd: folder })).code).toBe(0)
    expect(await readFile(join(folder, '1.jpg'))).toEqual(pictureOf(1))
    expect(await readdir(folder)).toEqual(['1.jpg'])
  })

  test('continues a file in another process, and starts again if the content changed', async () => {
    let requests: (string | undefined)[] = []
    let breakAt: number | undefined = 1000
    const transport: TestCliOptions['transport'] = async (request) => {
      const response = await send(request, {})
      if (!request.url.includes('/media/')) return response
      requests.push(request.headers.Range)
      return { ...response, chunks: () => cut(response.chunks(), breakAt) }
    }
    const broken = await download(['2'], { transport })
    expect([broken.code, requests]).toEqual([
      8,
      [undefined, 'bytes=1000-', 'bytes=2000-', 'bytes=3000-', 'bytes=4000-'],
    ])
    const [part] = (await readdir(broken.folder)).filter((name) => name.endsWith('.part'))
    expect(part).toBe('.2.jpg.part')
    requests = []
    breakAt = undefined
    const { code } = await download(['2'], { transport, cwd: broken.folder })
    expect([code, requests]).toEqual([0, ['bytes=5000-']])
    expect(await readFile(join(broken.folder, '2.jpg'))).toEqual(pictureOf(2))

    const note = { url: (await server.get('/api/v2/images/1/')).permalink, etag: '"another"' }
    await writeFile(join(broken.folder, '.1.jpg.part'), 'other bytes')
    await writeFile(join(broken.folder, '.1.jpg.part.json'), JSON.stringify(note))
    await download(['1', '--what', 'permalink'], { cwd: broken.folder })
    expect(await readFile(join(broken.folder, '1.jpg'))).toEqual(pictureOf(1))
    expect((await readdir(broken.folder)).toSorted()).toEqual(['1.jpg', '2.jpg'])
  })

  test.each([
    [[], 'are required'],
    [['1', '--collection', '3'], 'cannot be given together with filters'],
    [['../1'], 'is not the ID of an image'],
  ])('rejects %j', async (words, message) => {
    const { code, stderr } = await download(words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  /** Ends a response early, as a lost connection does. */
  async function* cut(chunks: AsyncIterable<Uint8Array>, at = Infinity) {
    let left = at
    for await (const chunk of chunks) {
      yield chunk.subarray(0, Math.min(left, chunk.length))
      left -= chunk.length
      if (left <= 0) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' })
    }
  }
})

describe('a list that changes while it is read', () => {
  /** Answers each request with the next of these pages, or with 404 in place of null. */
  const readChanging = async (pages: (number[] | null)[], counts: number[]) => {
    let at = 0
    const words = ['image', 'list', '--all', '-o', 'id', '--url', 'https://archive.example']
    return runCli(words, {
      transport: ({ url }) => {
        const ids = pages[at]
        const count = counts[at]
        at += 1
        if (!ids) return stubResponse(404, '{"detail":"Invalid page."}')
        const number = Number(new URL(url).searchParams.get('page'))
        const next = number * 2 < count! ? 'https://elsewhere.example/?page=9' : null
        const results = ids.map((id) => ({ id }))
        return stubResponse(200, JSON.stringify({ count, next, previous: null, results }))
      },
    })
  }
  const idsOf = (stdout: string) => stdout.split('\n').filter(Boolean).map(Number)

  test('prints no object twice after an insertion', async () => {
    const { stdout } = await readChanging(
      [[5, 4], [4, 3], [2], [6, 5], [4, 3], [2]],
      [4, 5, 5, 5, 5, 5],
    )
    expect(idsOf(stdout)).toEqual([5, 4, 3, 2, 6])
  })

  test('misses no object after a removal', async () => {
    const { stdout, stderr } = await readChanging(
      [
        [5, 4],
        [2, 1],
        [5, 3],
        [2, 1],
      ],
      [5, 4, 4, 4],
    )
    expect(idsOf(stdout)).toEqual([5, 4, 2, 1, 3])
    expect(stderr).toBe('5 images.\n')
  })

  test('accepts that the last page disappeared', async () => {
    const { code, stdout } = await readChanging([[3, 2], null, [3, 2]], [3, 2, 2])
    expect([code, idsOf(stdout)]).toEqual([0, [3, 2]])
  })

  test('says so if it never settles', async () => {
    const walk = [[3, 2], [1]]
    const { stdout, stderr } = await readChanging(
      Array.from({ length: 4 }, () => walk).flat(),
      Array.from({ length: 4 }, () => [3, 4]).flat(),
    )
    expect(idsOf(stdout)).toEqual([3, 2, 1])
    expect(stderr).toContain('The list kept changing while it was read')
  })
})
