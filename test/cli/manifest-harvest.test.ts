import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  canvas3,
  collection3,
  deletedRecord,
  dublinCoreRecord,
  edmRecord,
  identify,
  listFormats,
  listRecords,
  manifest2,
  manifest3,
  oai,
  startRemoteArchive,
  type RemoteDocument,
} from '../support/remote-archive.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { send } from '../../src/cli/client/transport.ts'

/** Starts a remote, and harvests it into the table `album.jsonl` of a new folder. */
async function openScene(documents: Record<string, RemoteDocument | (() => RemoteDocument)> = {}) {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'catalog-harvest-test-')))
  const remote = stack.use(await startRemoteArchive())
  remote.publish(documents)
  const table = join(folder.path, 'album.jsonl')
  const opened = stack.move()
  return {
    remote,
    table,
    async harvest(path: string, words: string[] = [], options: TestCliOptions = {}) {
      const flags = ['--rate', '1000', '--retries', '0', '--allow-private-urls', '--json']
      const argv = ['manifest', 'harvest', `${remote.url}${path}`, table, ...flags, ...words]
      const result = await runCli(argv, { cwd: folder.path, ...options })
      return { ...result, report: JSON.parse(result.stdout || '{}') }
    },
    async rows(): Promise<Record<string, string>[]> {
      const lines = (await readFile(table, 'utf8')).trim().split('\n')
      return lines
        .map((line) => JSON.parse(line))
        .filter(({ row_id }) => row_id !== null)
        .map((row) => Object.fromEntries(Object.entries<string>(row).filter(([, v]) => v !== null)))
    },
    async titles() {
      return (await this.rows()).map(({ title, _state }) => `${title}: ${_state}`)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** Publishes a collection of so many manifests. */
function publishManifests({ remote }: Scene, numbers: number[]): void {
  const url = (number: number) => `${remote.url}/m/${number}`
  remote.publish({
    '/c': collection3(
      `${remote.url}/c`,
      numbers.map((number) => ({ id: url(number), type: 'Manifest', label: { none: ['x'] } })),
    ),
    ...Object.fromEntries(numbers.map((n) => [`/m/${n}`, manifest3(url(n), `Picture ${n}`)])),
  })
}

test('reads nested IIIF collections of version 3, in order', async () => {
  await using scene = await openScene()
  const { url } = scene.remote
  const place = {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [4.8896, 52.374] } },
      {
        type: 'Feature',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [4, 52],
              [5, 52],
              [5, 53],
              [4, 52],
            ],
          ],
        },
      },
    ],
  }
  scene.remote.publish({
    '/c': collection3(`${url}/c`, [
      { id: `${url}/inner`, type: 'Collection', label: {} },
      { id: `${url}/m/3`, type: 'Manifest', label: {} },
    ]),
    '/inner': collection3(`${url}/inner`, [
      { id: `${url}/m/1`, type: 'Manifest' },
      { id: `${url}/m/2`, type: 'Manifest' },
      { id: `${url}/c`, type: 'Collection' },
    ]),
    '/m/1': manifest3(`${url}/m/1`, 'Market', {
      summary: { en: ['Looking east.'] },
      rights: 'http://creativecommons.org/licenses/by/4.0/',
      homepage: [{ id: 'https://archive.example.org/1', type: 'Text' }],
      navPlace: place,
      metadata: [
        { label: { en: ['Date'] }, value: { none: ['about 1912'] } },
        { label: { en: ['Creator'] }, value: { none: ['A. Example'] } },
        { label: { en: ['Identifier'] }, value: { none: ['X 1'] } },
      ],
    }),
    '/m/2': manifest3(`${url}/m/2`, 'Album', {
      navDate: '1899-01-01T00:00:00Z',
      items: [canvas3(`${url}/m/2/canvas/1`, 'front'), canvas3(`${url}/m/2/canvas/2`, 'back')],
    }),
    '/m/3': manifest3(`${url}/m/3`, 'Bridge', {
      rendering: [{ id: 'https://archive.example.org/3.tif', type: 'Image', format: 'image/tiff' }],
    }),
  })
  const { code, report } = await scene.harvest('/c')
  expect(report.problems).toMatchObject([{ code: 'harvest.loop', loss: false }])
  expect(report).toMatchObject({ protocol: 'iiif', complete: true, new: 4, withdrawn: 0 })
  expect(code).toBe(0)
  const [market, front, back, bridge] = await scene.rows()
  expect(market).toMatchObject({
    row_id: `${url}/m/1`,
    file: 'https://iiif.example.org/1/full/max/0/default.jpg',
    title: 'Market',
    original_date: 'about 1912',
    edtf_date: '1912~',
    description: 'Looking east.',
    creator: 'A. Example',
    reference_id: 'X 1',
    license_name: 'CC-BY-4.0',
    source_url: 'https://archive.example.org/1',
    latitude: '52.374',
    longitude: '4.8896',
    _state: 'new',
  })
  expect(JSON.parse(market!._area!)).toMatchObject({ type: 'Polygon' })
  expect([front!.title, front!.edtf_date, back!.title]).toEqual([
    'Album, front',
    '1899',
    'Album, back',
  ])
  expect(back!.row_id).toBe(`${url}/m/2#${url}/m/2/canvas/2`)
  expect(bridge!.file).toBe('https://archive.example.org/3.tif')
})

test('keeps canvases apart whose manifests give them the same address', async () => {
  await using scene = await openScene()
  const { url } = scene.remote
  publishManifests(scene, [1, 2])
  for (const n of [1, 2]) {
    const items = ['front', 'back'].map((side) => canvas3(`https://m.example.org/${side}`, side))
    scene.remote.publish({ [`/m/${n}`]: manifest3(`${url}/m/${n}`, `Card ${n}`, { items }) })
  }
  expect((await scene.harvest('/c')).report).toMatchObject({ complete: true, new: 4 })
  const titles = ['Card 1, front', 'Card 1, back', 'Card 2, front', 'Card 2, back']
  expect((await scene.rows()).map(({ title }) => title)).toEqual(titles)
})

test('refuses a manifest with very many canvases', async () => {
  await using scene = await openScene()
  const items = Array.from({ length: 100_001 }, () => ({}))
  scene.remote.publish({ '/m/1': manifest3(`${scene.remote.url}/m/1`, 'Endless', { items }) })
  const { report } = await scene.harvest('/m/1', ['--protocol', 'iiif'])
  expect(report).toMatchObject({ records: 0, problems: [{ code: 'harvest.too_large' }] })
})

test('reads a page of a collection again of which an item was lost', async () => {
  await using scene = await openScene()
  const { url } = scene.remote
  const manifests = (...numbers: (number | string)[]) =>
    numbers.map((n) => ({ id: typeof n === 'number' ? `${url}/m/${n}` : n, type: 'Manifest' }))
  const next = (page: number) => ({ next: `${url}/c?page=${page}` })
  const publishPages = (...lost: string[]) =>
    scene.remote.publish({
      '/c': collection3(`${url}/c`, manifests(1, ...lost), next(2)),
      '/c?page=2': collection3(`${url}/c?page=2`, manifests(2, 3, 4, 5, 6)),
    })
  publishManifests(scene, [1, 2, 3, 4, 5, 6])
  publishPages('no address')
  for (const n of [2, 3, 4, 5, 6]) scene.remote.publish({ [`/m/${n}`]: { status: 503 } })
  expect((await scene.harvest('/c')).report).toMatchObject({ complete: false, new: 1 })
  publishManifests(scene, [1, 2, 3, 4, 5, 6])
  publishPages()
  const { report } = await scene.harvest('/c')
  expect(report).toMatchObject({ complete: true, new: 6, problems: [] })
})

test('reads a manifest whose members nest without end', async () => {
  await using scene = await openScene()
  const url = `${scene.remote.url}/m/1`
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const navPlace = { type: 'Feature', geometry: { type: 'Polygon', coordinates: 'DEEP' } }
  const body = JSON.stringify(manifest3(url, 'Deep', { navPlace })).replace('"DEEP"', deep)
  scene.remote.publish({ '/m/1': { status: 200, body } })
  expect((await scene.harvest('/m/1')).report).toMatchObject({ complete: true, new: 1 })
  expect((await scene.rows())[0]!._area).toBeUndefined()
})

test('reads paged IIIF collections of version 2', async () => {
  await using scene = await openScene()
  const { url } = scene.remote
  const page = (path: string, more: object) => ({
    '@id': `${url}${path}`,
    '@type': 'sc:Collection',
    ...more,
  })
  scene.remote.publish({
    '/c': page('/c', { total: 2, first: `${url}/c?page=1` }),
    '/c?page=1': page('/c?page=1', {
      manifests: [{ '@id': `${url}/m`, '@type': 'sc:Manifest' }],
      next: `${url}/c?page=2`,
    }),
    '/c?page=2': page('/c?page=2', {
      members: [{ '@id': `${url}/m/2`, '@type': 'sc:Manifest' }],
      next: `${url}/c?page=1`,
    }),
    '/m': manifest2(`${url}/m`),
    '/m/2': manifest3(`${url}/m/2`, 'Last'),
  })
  const { code, report } = await scene.harvest('/c')
  expect(report.problems).toMatchObject([{ code: 'harvest.loop', loss: true }])
  expect(code).toBe(6)
  const [first, second, last] = await scene.rows()
  expect(first).toMatchObject({
    title: 'Harbour, p. 1',
    description: 'The old harbour & its cranes.',
    original_date: 'um 1920',
    edtf_date: '1920~',
    creator: 'A. Example; B. Other',
    reference_id: 'F 12/3',
    license_name: 'CC-BY-SA-4.0',
    source_url: 'https://archive.example.org/harbour',
    file: 'https://iiif.example.org/2/a/full/full/0/default.jpg',
  })
  expect(second).toMatchObject({
    reference_id: 'F 12/3 [2]',
    file: 'https://iiif.example.org/2/b/full/full/0/default.jpg',
  })
  expect(last!.title).toBe('Last')
})

test('reads an OAI-PMH repository, and later what changed', async () => {
  await using scene = await openScene({
    '/oai?verb=Identify': identify('persistent'),
    '/oai?verb=ListMetadataFormats': listFormats('oai_dc', 'edm'),
    '/oai?verb=ListRecords&metadataPrefix=edm&set=photos': listRecords(
      [edmRecord('oai:a:1', 'Market &amp; square'), edmRecord('oai:a:2', 'Bridge')],
      'next/1',
    ),
    '/oai?verb=ListRecords&resumptionToken=next/1': listRecords([
      edmRecord('oai:a:3', 'Tower'),
      deletedRecord('oai:a:9'),
    ]),
  })
  const first = await scene.harvest('/oai', ['--set', 'photos'])
  expect(first.report).toMatchObject({ protocol: 'oai', complete: true, new: 3, problems: [] })
  expect((await scene.rows())[0]).toMatchObject({
    row_id: 'oai:a:1',
    title: 'Market & square',
    creator: 'A. Example',
    original_date: '1912',
    edtf_date: '1912',
    reference_id: '1',
    license_name: 'CC-BY-4.0',
    source_url: 'https://archive.example.org/oai:a:1',
    file: 'https://archive.example.org/oai:a:1.jpg',
    latitude: '52.374',
    longitude: '4.8896',
  })
  const since = '/oai?verb=ListRecords&metadataPrefix=edm&set=photos&from=2026-11-01T10:00:00Z'
  scene.remote.publish({
    [since]: listRecords([edmRecord('oai:a:2', 'New bridge'), deletedRecord('oai:a:3')]),
  })
  const second = await scene.harvest('/oai', ['--set', 'photos', '--yes'])
  expect(second.report).toMatchObject({ records: 2, new: 0, changed: 1, withdrawn: 1 })
  expect(await scene.titles()).toEqual(['New bridge: changed', 'Tower: withdrawn'])
  expect((await scene.rows())[1]!.skip).toBe('yes')
  scene.remote.publish({
    [since]: oai('<error code="noRecordsMatch">none</error>'),
  })
  const third = await scene.harvest('/oai', ['--set', 'photos'])
  expect(third.report).toMatchObject({ complete: true, new: 0, changed: 0, withdrawn: 0, rows: 0 })
  expect((await scene.harvest('/oai', ['--set', 'maps'])).code).toBe(9)
})

test('reads all of a repository on request, also if a part of the changes was read', async () => {
  const list = '/oai?verb=ListRecords&metadataPrefix=edm'
  const rest = '/oai?verb=ListRecords&resumptionToken=rest'
  await using scene = await openScene({
    '/oai?verb=Identify': identify('persistent'),
    '/oai?verb=ListMetadataFormats': listFormats('edm'),
    [list]: listRecords([edmRecord('oai:a:1', 'Market'), edmRecord('oai:a:2', 'Bridge')]),
  })
  await scene.harvest('/oai')
  scene.remote.publish({
    [`${list}&from=2026-11-01T10:00:00Z`]: listRecords([edmRecord('oai:a:3', 'Tower')], 'rest'),
    [rest]: { status: 503 },
    [list]: listRecords([edmRecord('oai:a:1', 'Market'), edmRecord('oai:a:3', 'Tower')]),
  })
  expect((await scene.harvest('/oai')).report).toMatchObject({ complete: false, new: 1 })
  const { report } = await scene.harvest('/oai', ['--full', '--yes'])
  expect(report).toMatchObject({ complete: true, records: 2, new: 1, withdrawn: 1 })
})

test('reads all of a repository that may forget deletions', async () => {
  const list = '/oai?verb=ListRecords&metadataPrefix=edm'
  await using scene = await openScene({
    '/oai?verb=Identify': identify('transient'),
    '/oai?verb=ListMetadataFormats': listFormats('edm'),
    [list]: listRecords([edmRecord('oai:a:1', 'Market'), edmRecord('oai:a:2', 'Bridge')]),
  })
  expect((await scene.harvest('/oai')).report).toMatchObject({ new: 2 })
  scene.remote.publish({ [list]: listRecords([edmRecord('oai:a:1', 'Market')]) })
  const { report } = await scene.harvest('/oai', ['--yes'])
  expect(report).toMatchObject({ records: 1, complete: true, withdrawn: 1 })
})

test('reads Dublin Core, whose addresses tell the picture from the page', async () => {
  await using scene = await openScene({
    '/oai?verb=Identify': identify('no'),
    '/oai?verb=ListMetadataFormats': listFormats('oai_dc'),
    '/oai?verb=ListRecords&metadataPrefix=oai_dc': listRecords([
      dublinCoreRecord('oai:b:1', {
        title: 'Quay',
        date: 'before 1900',
        identifier: ['B 7', 'https://b.example.org/item/7', 'https://b.example.org/7/original.TIF'],
        rights: ['Free to use', 'https://creativecommons.org/publicdomain/mark/1.0/'],
      }),
      dublinCoreRecord('oai:b:2', { title: 'Text', identifier: 'B 8' }),
    ]),
  })
  const { report } = await scene.harvest('/oai?verb=ListRecords')
  expect(report).toMatchObject({ complete: true, new: 2 })
  const [quay, text] = await scene.rows()
  expect(quay).toMatchObject({
    reference_id: 'B 7',
    original_date: 'before 1900',
    edtf_date: '../1900',
    source_url: 'https://b.example.org/item/7',
    file: 'https://b.example.org/7/original.TIF',
    license_name: 'PDM-1.0',
  })
  expect(text).toMatchObject({ original_date: 'undated', edtf_date: 'XXXX' })
  expect(text!._message).toContain('names no picture')
})

test('reads JSON lines with a mapping', async () => {
  const lines = [
    {
      id: 7,
      name: 'Mill',
      when: '1880',
      img: { url: 'https://c.example.org/7.jpg' },
      pos: [52.1, 4.5],
    },
    {
      id: 8,
      name: 'Lock',
      when: 'Mai 1880',
      img: { url: 'http://c.example.org/8.jpg' },
      pos: ['', ''],
    },
  ]
  await using scene = await openScene({
    '/all.jsonl': {
      status: 200,
      body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"id": \n`,
    },
  })
  const map = [
    'id=row_id',
    'name=title',
    'when=original_date',
    'img.url=file',
    'pos.0=latitude',
    'pos.1=longitude',
  ]
  const words = map.flatMap((one) => ['--map', one])
  const { report, code } = await scene.harvest('/all.jsonl', words)
  expect(report.problems).toMatchObject([{ code: 'harvest.json', loss: true }])
  expect(code).toBe(6)
  const [mill, lock] = await scene.rows()
  expect(mill).toMatchObject({ row_id: '7', title: 'Mill', latitude: '52.1', longitude: '4.5' })
  expect(lock).toMatchObject({ row_id: '8', edtf_date: '1880-05' })
  expect(lock).not.toHaveProperty('latitude')
  expect(lock!.file).toBeUndefined()
  expect(lock!._message).toContain('--allow-http')
})

test('receives a long file of JSON lines over a line that breaks again and again', async () => {
  await using scene = await openScene()
  const line = (n: number) => JSON.stringify({ row_id: `r${n}`, title: 'x'.repeat(512 * 1024) })
  const body = Buffer.from(Array.from({ length: 8 }, (_, n) => `${line(n)}\n`).join(''))
  const ranges: number[] = []
  const { report } = await scene.harvest('/all.jsonl', ['--retries', '1'], {
    async transport({ headers }) {
      const from = Number(/\d+/.exec(headers?.['Range'] ?? '')?.[0] ?? 0)
      ranges.push(from)
      const end = from + 1024 ** 2
      return {
        ...(await stubResponse(from === 0 ? 200 : 206, '', {
          etag: '"a"',
          'content-length': String(body.length - from),
          ...(from > 0 && {
            'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
          }),
        })),
        async *chunks() {
          yield body.subarray(from, end)
          if (end < body.length) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
        },
      }
    },
  })
  expect(report).toMatchObject({ complete: true, new: 8, problems: [] })
  expect(ranges).toEqual([0, 1, 2, 3, 4].map((n) => n * 1024 ** 2))
})

test('lists only what changed since, and never replaces another table', async () => {
  await using scene = await openScene()
  publishManifests(scene, [1, 2, 3])
  await writeFile(scene.table, '{"title":"mine"}\n')
  expect(await scene.harvest('/c')).toMatchObject({
    code: 9,
    report: { error: { code: 'harvest.other_table' } },
  })
  expect((await scene.harvest('/c', ['--force'])).report).toMatchObject({ new: 3 })
  publishManifests(scene, [2, 3, 4])
  scene.remote.publish({ '/m/3': manifest3(`${scene.remote.url}/m/3`, 'Renamed') })
  const withheld = await scene.harvest('/c')
  expect(withheld).toMatchObject({
    code: 6,
    report: {
      new: 1,
      changed: 1,
      withdrawn: 0,
      withheld: { records: 1, code: 'harvest.many_withdrawn' },
    },
  })
  const all = await scene.harvest('/c', ['--all', '--yes'])
  expect(all).toMatchObject({ code: 0, report: { new: 0, withdrawn: 1, withheld: null } })
  expect(await scene.titles()).toEqual([
    'Picture 1: withdrawn',
    'Picture 2: unchanged',
    'Renamed: unchanged',
    'Picture 4: unchanged',
  ])
  publishManifests(scene, [1, 2, 3, 4])
  scene.remote.publish({ '/m/3': manifest3(`${scene.remote.url}/m/3`, 'Renamed') })
  expect((await scene.harvest('/c')).report).toMatchObject({ new: 0, changed: 0, returned: 1 })
  await writeFile(scene.table, 'edited')
  expect((await scene.harvest('/c')).code).toBe(9)
})

test('continues where it was stopped, and asks for no document twice', async () => {
  await using scene = await openScene()
  publishManifests(scene, [1, 2, 3, 4, 5, 6, 7])
  for (let stop = 1; stop <= 3; stop += 1) {
    const killed = new AbortController()
    let left = 2
    const { code } = await scene.harvest('/c', [], {
      signal: killed.signal,
      async transport(request) {
        if ((left -= 1) === 0) killed.abort('SIGTERM')
        return await send(request, {})
      },
    })
    expect(code).toBe(143)
  }
  const { report } = await scene.harvest('/c')
  expect(report).toMatchObject({ complete: true, new: 7 })
  expect(await scene.titles()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Picture ${n}: new`))
  const answered = scene.remote.asked.filter((path) => path.startsWith('/m/'))
  expect(new Set(answered).size).toBe(7)
})

const HTML = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }

const BAD: [what: string, document: RemoteDocument, code: string, message: RegExp][] = [
  ['an error of the server', { status: 500 }, 'url.refused', /HTTP 500/],
  [
    'a rate limit',
    { status: 429, headers: { 'Retry-After': '9999' } },
    'url.refused',
    /wait for 9999/,
  ],
  ['nothing', { status: 404 }, 'url.refused', /HTTP 404/],
  ['a web page', HTML, 'url.refused', /web page/],
  ['HTML as JSON', { status: 200, body: '<!doctype html>' }, 'harvest.json', /is not JSON/],
  ['cut JSON', { status: 200, body: '{"type": "Mani' }, 'harvest.json', /cut off/],
  [
    'another encoding',
    { status: 200, body: Buffer.from('{"label":"Hafen f\xfcr"}', 'latin1') },
    'harvest.encoding',
    /not valid utf-8/,
  ],
  ['other JSON', { hello: 'world' }, 'harvest.iiif', /no IIIF/],
  [
    'a redirect to a file',
    { status: 302, headers: { Location: 'file:///etc/passwd' } },
    'url.refused',
    /not an https/,
  ],
  [
    'endless redirects',
    { status: 302, headers: { Location: '/m/2' } },
    'url.refused',
    /more than 5/,
  ],
]

test.for(BAD)('reports %s, and reads the rest', async ([, document, code, message]) => {
  await using scene = await openScene()
  publishManifests(scene, [1, 2, 3])
  await scene.harvest('/c')
  scene.remote.publish({ '/m/2': document })
  const { report, code: exit } = await scene.harvest('/c')
  expect(report).toMatchObject({ complete: false, records: 3, withdrawn: 0 })
  expect(report.problems).toMatchObject([{ code, loss: true }])
  expect(report.problems[0].message).toMatch(message)
  expect(exit).toBe(6)
})

const BAD_LISTS: [what: string, document: string, code: string, message: RegExp][] = [
  ['cut XML', oai('<ListRecords>').slice(0, -12), 'harvest.xml', /cut off/],
  ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${oai('')}`, 'harvest.xml', /document type/],
  ['wrong nesting', '<OAI-PMH><a></b></OAI-PMH>', 'harvest.xml', /ends no element/],
  ['deep nesting', '<a>'.repeat(500), 'harvest.xml', /too deeply/],
  [
    'an error',
    oai('<error code="badArgument">no such set</error>'),
    'harvest.oai',
    /badArgument: no such set/,
  ],
  ['no identifier', listRecords(['<record><header/></record>']), 'harvest.id', /no usable/],
  ['a repeated token', listRecords([edmRecord('x:1', 'A')], 'same'), 'harvest.loop', /no end/],
]

test.for(BAD_LISTS)('reports %s of a repository', async ([, document, code, message]) => {
  await using scene = await openScene({
    '/oai?verb=Identify': identify('no'),
    '/oai?verb=ListMetadataFormats': listFormats('edm'),
    '/oai?verb=ListRecords&metadataPrefix=edm': document,
    '/oai?verb=ListRecords&resumptionToken=same': document,
  })
  const { report } = await scene.harvest('/oai')
  expect(report.problems).toMatchObject([{ code, loss: true }])
  expect(report.problems[0].message).toMatch(message)
})

test('begins a list again whose token expired, and stops at endless ones', async () => {
  let page = 0
  await using scene = await openScene({
    '/oai?verb=Identify': identify('no'),
    '/oai?verb=ListMetadataFormats': listFormats('edm'),
    '/oai?verb=ListRecords&metadataPrefix=edm': () => listRecords([edmRecord('x:1', 'A')], 'one'),
    '/oai?verb=ListRecords&resumptionToken=one': () =>
      (page += 1) === 1
        ? oai('<error code="badResumptionToken"/>')
        : listRecords([edmRecord('x:2', 'B')]),
  })
  expect((await scene.harvest('/oai')).report).toMatchObject({ complete: true, new: 2 })
  for (let n = 0; n < 110; n += 1) {
    scene.remote.publish({
      [`/oai?verb=ListRecords&resumptionToken=t${n}`]: listRecords(
        [edmRecord('x:1', 'A')],
        `t${n + 1}`,
      ),
    })
  }
  scene.remote.publish({
    '/oai?verb=ListRecords&metadataPrefix=edm': listRecords([edmRecord('x:1', 'A')], 't0'),
  })
  const { report } = await scene.harvest('/oai')
  expect(report).toMatchObject({ complete: false, problems: [{ code: 'harvest.loop' }] })
})

test('reads on over many empty pages', async () => {
  const page = (number: number) => `/oai?verb=ListRecords&resumptionToken=t${number}`
  await using scene = await openScene({
    '/oai?verb=Identify': identify('no'),
    '/oai?verb=ListMetadataFormats': listFormats('oai_dc'),
    '/oai?verb=ListRecords&metadataPrefix=oai_dc': listRecords([], 't0'),
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [page(n), listRecords([], `t${n + 1}`)]),
    ),
    [page(30)]: listRecords([dublinCoreRecord('x:1', { title: 'Last' })]),
  })
  const { report } = await scene.harvest('/oai')
  expect(report).toMatchObject({ complete: true, new: 1 })
})

test('begins a long list again whose token expired while it was stopped', async () => {
  const ends: RemoteDocument[] = [{ status: 503 }, oai('<error code="badResumptionToken"/>')]
  await using scene = await openScene({
    '/oai?verb=Identify': identify('no'),
    '/oai?verb=ListMetadataFormats': listFormats('edm'),
    '/oai?verb=ListRecords&metadataPrefix=edm': listRecords([edmRecord('x:0', 'A')], '1'),
    '/oai?verb=ListRecords&resumptionToken=105': () =>
      ends.shift() ?? listRecords([edmRecord('x:105', 'A')]),
  })
  for (let n = 1; n < 105; n += 1) {
    const page = listRecords([edmRecord(`x:${n}`, 'A')], String(n + 1))
    scene.remote.publish({ [`/oai?verb=ListRecords&resumptionToken=${n}`]: page })
  }
  expect((await scene.harvest('/oai')).report).toMatchObject({ complete: false, new: 105 })
  expect((await scene.harvest('/oai')).report).toMatchObject({ complete: true, new: 106 })
})

test('refuses private addresses, and what it cannot harvest', async () => {
  await using scene = await openScene({ '/page': HTML })
  const refused = await runCli(['manifest', 'harvest', `${scene.remote.url}/c`])
  expect(refused.stderr).toContain('--allow-private-urls')
  expect(scene.remote.asked).toEqual([])
  const unknown = await scene.harvest('/page')
  expect(unknown.report.error.message).toContain('neither a IIIF collection')
  expect(unknown.code).toBe(3)
})

test('refuses a redirect to a private address', async () => {
  await using scene = await openScene()
  const argv = ['manifest', 'harvest', 'https://museum.example.org/c', scene.table, '--json']
  const { code, stdout } = await runCli(argv, {
    transport: (request) =>
      request.url.startsWith('https://museum.')
        ? stubResponse(302, '', { location: 'https://127.0.0.1/' })
        : send(request, {}),
  })
  expect(JSON.parse(stdout).error.code).toBe('url.private')
  expect(code).toBe(2)
})

test('keeps to the rate, and waits as long as the server asks', async () => {
  await using scene = await openScene()
  publishManifests(scene, [1, 2])
  let refused = 0
  const answer = manifest3(`${scene.remote.url}/m/1`, 'Picture 1')
  const busy = { status: 503, headers: { 'Retry-After': '7' } }
  scene.remote.publish({ '/m/1': () => ((refused += 1) === 1 ? busy : answer) })
  const waits: number[] = []
  const { report } = await scene.harvest('/c', ['--rate', '0.1', '--retries', '1'], {
    sleep: async (ms) => void waits.push(Math.round(ms / 1000)),
  })
  expect(report).toMatchObject({ complete: true, new: 2 })
  expect(waits.filter((seconds) => seconds === 7)).toHaveLength(1)
  // Of five requests, all but the first one wait: without real sleep, each longer than the one before.
  expect(waits.filter((seconds) => seconds >= 9)).toHaveLength(4)
})

test('stops if the server does not work, and continues later', async () => {
  await using scene = await openScene()
  publishManifests(scene, [1, 2, 3, 4, 5, 6, 7])
  for (const n of [2, 3, 4, 5, 6, 7]) scene.remote.publish({ [`/m/${n}`]: { status: 503 } })
  const { report, stderr, code } = await scene.harvest('/c')
  expect(report).toMatchObject({ complete: false, new: 1 })
  expect(stderr).toContain('it continues')
  expect(code).toBe(6)
  publishManifests(scene, [1, 2, 3, 4, 5, 6, 7])
  scene.remote.publish({ '/m/1': { status: 500 } })
  expect((await scene.harvest('/c')).report).toMatchObject({ complete: true, new: 7 })
})

test('reads all documents again that failed, however many', async () => {
  await using scene = await openScene()
  const numbers = Array.from({ length: 1010 }, (_, n) => n)
  publishManifests(scene, numbers)
  let isBroken = true
  const transport: TestCliOptions['transport'] = async ({ url }) => {
    const { pathname } = new URL(url)
    if (isBroken && pathname !== '/c')
      return stubResponse(Number(pathname.slice('/m/'.length)) < 1003 ? 404 : 503, '')
    return stubResponse(200, JSON.stringify(scene.remote.documents.get(pathname)))
  }
  const sleep = () => Promise.resolve()
  await scene.harvest('/c', [], { transport, sleep })
  isBroken = false
  const { report } = await scene.harvest('/c', [], { transport, sleep })
  expect(report).toMatchObject({ complete: true, new: 1010 })
})
