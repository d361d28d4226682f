import { mkdtempDisposable, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeBounds } from '../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../src/core/edtf/parse.ts'
import { createSeed, type Seed } from './seed.ts'
import { runCli, type CliResult, type TestCliOptions } from './test-cli.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A small catalog with everything that can be exported, and a folder for the files. */
export interface ExportScene extends AsyncDisposable {
  server: TestServer
  folder: string
  seed: Seed
  /** Ids of the images by what is special about them. */
  images: Record<'tower' | 'bridge' | 'aerial' | 'undated', number>
  collection: number
  run(argv: string[], options?: TestCliOptions): Promise<CliResult>
  /** Removes the files. */
  clear(): Promise<void>
}

const HOLE = {
  type: 'Polygon',
  coordinates: [
    [
      [7.5, 47.5],
      [7.6, 47.5],
      [7.6, 47.6],
      [7.5, 47.6],
      [7.5, 47.5],
    ],
    [
      [7.52, 47.52],
      [7.52, 47.58],
      [7.58, 47.58],
      [7.58, 47.52],
      [7.52, 47.52],
    ],
  ],
}

/** @param settings of the server */
export async function openExportScene(
  settings: Parameters<typeof startTestServer>[0] = {},
): Promise<ExportScene> {
  const server = await startTestServer(settings)
  const temporary = await mkdtempDisposable(join(tmpdir(), 'catalog-export-'))
  const seed = createSeed(server)
  const collection = await seed.collection({ name: 'Album, "three"' })
  const license = await seed.license({ name: 'CC0-1.0', permalink: 'https://cc.example/zero' })
  const dated = (edtf_date: string) => {
    const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = computeBounds(parseEdtf(edtf_date))
    const strict = { strict_from: strictFrom, strict_to: strictTo }
    return { edtf_date, ...strict, fuzzy_from: fuzzyFrom, fuzzy_to: fuzzyTo }
  }
  const tower = await seed.image({
    collection_id: collection,
    title: 'Tower; "old" – ça\nva',
    creator: '=HYPERLINK("x")',
    original_date: 'um 1905',
    ...dated('1905~'),
    license_id: license,
  })
  const bridge = await seed.image({
    collection_id: collection,
    title: 'Bridge',
    original_date: '1 May 1912',
    ...dated('1912-05-01'),
  })
  const aerial = await seed.image({ title: 'From a balloon', from_above: 1, ...dated('1921/..') })
  const undated = await seed.image({ title: 'Undated' })
  const user = await seed.user({ username: 'ada' })
  await seed.point(tower, { longitude: 7.123456789, direction: 118.5, user_id: user })
  const onBridge = await seed.point(bridge, {
    latitude: -33.8,
    longitude: 151.2,
    user_id: user,
    confidence: 'low',
  })
  await seed.validation({ image: bridge, point: onBridge }, { validation: 'incorrect' })
  await seed.point(aerial, { user_id: user })
  await seed.area(aerial, { user_id: user, polygon: JSON.stringify(HOLE) })
  const park = await seed.subject({ title: 'Park', kb_id: 'Q42' })
  await seed.outline(park, 'way/1')
  const street = await seed.subject({ title: 'Street' })
  await seed.outline(street, 'way/2')
  await seed.outline(street, 'node/3', '{"type":"Point","coordinates":[7.7,47.7]}')
  const idea = await seed.subject({ title: 'Idea' })
  await seed.tag(tower, park, street, idea)
  return {
    server,
    folder: temporary.path,
    seed,
    images: { tower, bridge, aerial, undated },
    collection,
    run: (argv, options = {}) =>
      runCli([...argv, ...(argv.includes('--url') ? [] : ['--url', server.baseUrl])], {
        cwd: temporary.path,
        ...options,
      }),
    async clear() {
      for (const name of await readdir(temporary.path)) await rm(join(temporary.path, name))
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await temporary.remove()
    },
  }
}
