import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { recordAudit } from '../../src/core/audit/record-audit.ts'
import {
  openDocumentationScene,
  type DocumentationScene,
  type SceneOptions,
} from '../support/documentation-scene.ts'
import { listPages, readDocumentedLines } from '../support/documented-commands.ts'
import { hostContext } from '../support/host-context.ts'
import { sendElements, way } from '../support/overpass.ts'
import { plain } from '../support/pictures.ts'
import { createPmtilesFile } from '../support/pmtiles-file.ts'
import { item, sendItems } from '../support/wikidata.ts'

interface Page extends SceneOptions {
  /** Creates what the commands of the page name. */
  prepare?: (scene: DocumentationScene) => Promise<unknown>
  /** Beginnings of lines that run in another test, which has this text, or that no test can run, and why. */
  elsewhere?: Record<string, [test: string, text: string] | string>
}

const DEMO: [string, string] = ['test/process/demo.test.ts', 'search/semantic']
const MODELS: [string, string] = ['test/cli/model-fetch.test.ts', "'fetch', 'clip-b32'"]
const COPY: [string, string] = ['test/cli/admin-storage-copy.test.ts', "'copy', '--to'"]
const BUCKET_BACKUP: [string, string] = ['test/cli/admin-s3-backup.test.ts', '--database-only']
const INSTALLED: [string, string] = ['test/soak/bare-machine.ts', 'deployment.md']
const ON_POSTGRES: [string, string] = ['test/support/bare-postgres.ts', 'apt install postgresql-15']
const BACKED_UP: [string, string] = ['test/support/bare-postgres.ts', 'postgres pg_dump']
const RECOVERED: [string, string] = ['test/process/recover.test.ts', 'Restore a damaged database']
const IMPORTS: [string, string] = ['test/api/import/documentation.test.ts', "'set -eu'"]
const BASEMAP: [string, string] = ['test/cli/basemap.test.ts', "'fetch', '--from'"]
const CLONE = 'Installs this repository, as before every run of the tests.'
const SERVICES = 'Needs root and a host with systemd, whose units `systemd-analyze` checks.'
const POSTGRES_HOST = 'Needs root on the host of a PostgreSQL server; tests create theirs without.'

const PAGES: Record<string, Page> = {
  'README.md': {
    prepare: prepareManifest,
    elsewhere: {
      'npm ci && npm start': CLONE,
      'npm link': 'Changes the installation of Node.js.',
      curl: DEMO,
    },
  },
  'docs/CONTRIBUTING.md': {
    elsewhere: {
      'npm test': 'Runs this test.',
      'npm run release -- --check': ['test/process/release.test.ts', '--check'],
      'npm run release': 'Releases the version.',
    },
  },
  'docs/activity.md': { prepare: prepareAlbum },
  'docs/api.md': {
    prepare: ({ seed }) => seed.source({ id: 1 }),
    elsewhere: {
      "curl -s 'https://catalog.example.org/api/v2/search/semantic": DEMO,
      'curl -s -X PATCH': ['test/api/image-update.test.ts', "'If-Match'"],
    },
  },
  'docs/backup.md': {
    prepare: prepareImages,
    replacements: { '2026-11-22T030000Z': '2026-03-01T120000Z', ' --port 8001': '' },
    exitCodes: { 'catalog doctor': [11] },
  },
  'docs/cli.md': { prepare: prepareTables },
  'docs/contributing-api.md': { prepare: prepareImages },
  'docs/contributions.md': { prepare: prepareContributions },
  'docs/deployment.md': {
    replacements: { '--to /\n': '--to .\n' },
    elsewhere: {
      npm: INSTALLED,
      apt: INSTALLED,
      'catalog doctor': INSTALLED,
      adduser: SERVICES,
      'catalog admin deploy systemd': ['test/process/deployment.test.ts', "'systemd'"],
      chgrp: SERVICES,
      systemctl: SERVICES,
      journalctl: SERVICES,
      nginx: ['test/process/deployment.test.ts', "'-t'"],
      podman: 'Needs Podman and a registry of images.',
      'catalog admin dump': ['test/process/deployment.test.ts', 'docs/deployment.md'],
      rsync: 'Needs a second host.',
      'catalog admin load': ['test/process/deployment.test.ts', 'docs/deployment.md'],
    },
  },
  'docs/host.md': {
    prepare: prepareHost,
    elsewhere: {
      'catalog basemap fetch': BASEMAP,
      osmium: 'Needs osmium-tool and an extract of OpenStreetMap.',
      'catalog admin recover': RECOVERED,
      mkdir: RECOVERED,
      mv: RECOVERED,
      'catalog doctor --server --data BROKEN': RECOVERED,
      'catalog admin storage verify --data BROKEN': RECOVERED,
    },
  },
  'docs/iiif.md': {
    prepare: prepareImages,
    elsewhere: {
      'curl -s https://catalog.example.org/iiif/3/': ['test/api/iiif/level-2.test.ts', '/iiif/3/'],
      'curl -sO': ['test/api/iiif/level-2.test.ts', 'gray'],
    },
  },
  'docs/import-api.md': { elsewhere: { BASE: IMPORTS, SLOT: IMPORTS, curl: IMPORTS } },
  'docs/import-cli.md': { prepare: prepareTables },
  'docs/jobs.md': {},
  'docs/moderation-api.md': {
    async prepare(scene) {
      await scene.seed.subject({ id: 7, title: 'Hall' })
      await scene.seed.collection({ id: 3, name: 'Album', public: 0 })
    },
  },
  'docs/nodes.md': {},
  'docs/pages.md': {},
  'docs/publish.md': {
    env: { CATALOG_BASE_URL: 'https://archive.example.org' },
    elsewhere: {
      'catalog publish s3:': ['test/cli/publish.test.ts', 's3://archive'],
      install: SERVICES,
      systemctl: SERVICES,
      duckdb: 'Needs DuckDB; tests read the Parquet files with another reader.',
    },
  },
  'docs/reading.md': { prepare: prepareReading },
  'docs/scaling.md': {
    elsewhere: {
      apt: ON_POSTGRES,
      'sudo -u postgres create': ON_POSTGRES,
      'sudo -u postgres psql': ON_POSTGRES,
      'export CATALOG_': ON_POSTGRES,
      'catalog admin dump': ['test/support/tests-on-postgres.ts', 'test/process/dump'],
      'catalog admin load': ['test/support/tests-on-postgres.ts', 'test/process/dump'],
      'sudo -u postgres pg_dump': BACKED_UP,
      'sudo -u postgres pg_restore': BACKED_UP,
      'sudo -u postgres pg_basebackup': ['test/support/postgres-server.ts', 'pg_basebackup'],
      systemctl: POSTGRES_HOST,
    },
  },
  'docs/semantic-search.md': {
    exitCodes: { 'catalog doctor': [11] },
    elsewhere: {
      'catalog model fetch': MODELS,
      'catalog model use': MODELS,
      'npm pack': 'Downloads 114 MB from the npm registry.',
      'catalog model runtime': ['test/cli/model-fetch.test.ts', "'runtime'"],
      apt: POSTGRES_HOST,
      sudo: POSTGRES_HOST,
    },
  },
  'docs/storage.md': {
    prepare: prepareImages,
    elsewhere: {
      'catalog admin storage copy --to s3://archive/catalog --data /srv/catalog \\': [
        'test/cli/admin-storage-copy.test.ts',
        "'--from-profile'",
      ],
      'catalog admin storage copy --to /srv': COPY,
      'catalog admin storage restore --image': [
        'test/cli/admin-storage.test.ts',
        "'restore', '--image'",
      ],
      'catalog admin backup': BUCKET_BACKUP,
      'catalog admin restore': BUCKET_BACKUP,
      'catalog admin storage restore --missing': ['test/cli/admin-s3-backup.test.ts', '--missing'],
      'catalog serve --data /srv/restored': BUCKET_BACKUP,
    },
  },
  'docs/subjects.md': {
    prepare: prepareSubjects,
    wikidata: sendItems(
      ...['Q1', 'Q2', 'Q3', 'Q4', 'Q42', 'Q64'].map((id) => item(id, { en: `Item ${id}` })),
    ),
    overpass: sendElements(way(5, [[7.58, 47.55], [7.59, 47.55]], { wikidata: 'Q1' })), // prettier-ignore
  },
  'docs/tiles.md': {},
  'docs/walkthrough.md': {
    elsewhere: { catalog: ['test/cli/walkthrough.test.ts', 'docs/walkthrough.md'] },
  },
}

async function prepareManifest(scene: DocumentationScene): Promise<void> {
  for (const name of ['album.csv', 'album3.csv'])
    await scene.file(name, 'file,title,original_date,edtf_date\nscan.tif,Bridge,1912,1912\n')
  for (const [index, name] of ['market.tif', 'better-scan.tif', 'scan.tif'].entries())
    await scene.file(name, await plain(16, 8, [0, index, 0]).tiff().toBuffer())
}

async function prepareAlbum({ seed }: DocumentationScene): Promise<number> {
  const source_id = await seed.source({ name: 'Town archive', slug: 'town-archive' })
  await seed.collection({ id: 12, source_id, name: 'Maps', slug: 'maps' })
  return await seed.collection({ id: 3, source_id, name: 'Album 3', slug: 'album-3' })
}

/** Images 12 and 4711, with subjects that they can get. */
async function prepareImages(scene: DocumentationScene): Promise<void> {
  const { seed } = scene
  const collection_id = await prepareAlbum(scene)
  for (const id of [12, 4711, 4712]) {
    await seed.image({ id, collection_id, creator: 'A. Painter' })
    await seed.file(
      id,
      await plain(16, 8, [id % 256, 0, 0])
        .jpeg()
        .toBuffer(),
    )
  }
  for (const slug of ['town-hall', 'market']) await seed.tag(12, await seed.subject({ slug }))
}

async function prepareTables(scene: DocumentationScene): Promise<void> {
  await prepareImages(scene)
  await prepareManifest(scene)
  await scene.file('corrections.csv', 'image_id,title\n4711,"View over the bridge"\n')
}

async function prepareContributions(scene: DocumentationScene): Promise<void> {
  const { seed } = scene
  await prepareImages(scene)
  for (const id of [31, 32]) await seed.point(4711, { id })
  const point = { type: 'Point', coordinates: [4.8896, 52.374] }
  const properties = { image: 12, confidence: 'high', user: 'ada', time: '2026-02-01T09:00:00Z' }
  const feature = { type: 'Feature', geometry: point, properties }
  const places = { type: 'FeatureCollection', features: [feature] }
  await scene.file('places.geojson', JSON.stringify(places))
  await scene.file('comments.csv', 'image,text\n12,Burned down.\n')
}

async function prepareHost(scene: DocumentationScene): Promise<void> {
  await prepareImages(scene)
  const { clock, catalog } = scene.server
  const batch = '5f0c1c2e-58a5-4a43-8c1c-8ad8c0c4c7d4'
  const edit = { action: 'image.edit', objectType: 'image', objectId: 12 } as const
  const texts = { before: { title: 'Bridge' }, after: { title: 'Image 12' } }
  await catalog.write((tx) =>
    recordAudit(tx, { ...hostContext(clock), batch }, { ...edit, ...texts }),
  )
  await scene.file(
    'new-york.pmtiles',
    createPmtilesFile(await plain(256, 256, [9, 9, 9]).png().toBuffer()),
  )
  const place = { type: 'Point', coordinates: [7.58, 47.55] }
  const street = {
    type: 'Feature',
    properties: { name: 'Vine Street', highway: 'primary' },
    geometry: place,
  }
  await scene.file('town.geojsonseq', JSON.stringify(street))
  const columns = [
    '5128581',
    'New York',
    'New York',
    'NYC',
    '40.7',
    '-74',
    'P',
    'PPL',
    'US',
    '',
    'NY',
    '',
    '',
    '',
    '8804190',
    '',
    '10',
    'America/New_York',
    '2024-01-01',
  ]
  await scene.file('US.txt', columns.join('\t'))
}

async function prepareReading(scene: DocumentationScene): Promise<void> {
  await prepareImages(scene)
  await scene.seed.license({ name: 'CC-BY-4.0' })
  await scene.seed.point(12, { user_id: 1201 })
  await scene.file('change.json', '{"title": "Bridge"}')
}

async function prepareSubjects(scene: DocumentationScene): Promise<void> {
  const { seed } = scene
  for (const [index, slug] of ['town-hall', 'town-hall-2', 'park', 'old-gate'].entries())
    await seed.subject({ slug, kb_id: `Q${index + 1}` })
  await scene.file('gate.geojson', '{"type": "Point", "coordinates": [7.58, 47.55]}')
}

afterEach(() => vi.unstubAllEnvs())

const pages = await listPages()
const documented = await Promise.all(
  pages.map(async (page) => ({ page, lines: await readDocumentedLines(page) })),
)

function findElsewhere(page: string, text: string) {
  const { elsewhere = {} } = PAGES[page] ?? {}
  return Object.keys(elsewhere).find((beginning) => text.startsWith(beginning))
}

describe.each(documented.filter(({ lines }) => lines.length > 0))('$page', ({ page, lines }) => {
  const own = lines.filter(({ text }) => findElsewhere(page, text) === undefined)

  test.runIf(own.length > 0)('its commands work, in their order', async () => {
    const options = PAGES[page] ?? {}
    await using scene = await openDocumentationScene(options)
    await options.prepare?.(scene)
    for (const line of own) await scene.run(line)
  })

  test('names no command twice, and for each other one the test or the reason', async () => {
    const { elsewhere = {} } = PAGES[page] ?? {}
    const found = new Set(lines.map(({ text }) => findElsewhere(page, text)))
    expect(Object.keys(elsewhere).filter((beginning) => !found.has(beginning))).toEqual([])
    for (const place of Object.values(elsewhere)) {
      if (typeof place === 'string') continue
      const hasText = (await readFile(place[0], 'utf8')).includes(place[1])
      expect(hasText, `${place[0]} has ${place[1]}`).toBe(true)
    }
  })
})
