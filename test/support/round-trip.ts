import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { openImportCli } from './import-cli.ts'
import { plain } from './pictures.ts'
import { createSeed } from './seed.ts'
import { numbersFrom } from './seeded-numbers.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Paths of a catalog at which harvesters begin, by their protocol. */
export const HARVESTED = { iiif: '/iiif/presentation/3/', oai: '/oai/' } as const

const TITLES = ['Market < square', 'Brücke & "Tor"', 'मार्केट', 'L’été à l’île', 'A; B, C']
const TEXTS = ['', 'Looking east,\non a market day.', 'Ein Bild & noch eins: 1 < 2.']
const CREATORS = ['', 'A. Painter', 'Ödön Õ’Neil & Sons']
const DATES = [
  ['um 1912', '1912~'],
  ['1890', '1890'],
  ['before 1900', '../1900'],
  ['1905-05-17', '1905-05-17'],
] as const
const LICENSES = ['by/4.0', 'by-sa/3.0', 'publicdomain/zero/1.0'].map((name) =>
  name.startsWith('p')
    ? `https://creativecommons.org/${name}/`
    : `https://creativecommons.org/licenses/${name}/`,
)

/** Fills a catalog with random images, of which each has another picture. Some are hidden. @returns the number of public ones */
async function fill(server: TestServer, count: number, seedNumber: number): Promise<number> {
  const seed = createSeed(server)
  const below = numbersFrom(seedNumber)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const licenses = await Promise.all(
    LICENSES.map((permalink, n) => seed.license({ name: `ours-${n}`, permalink })),
  )
  const collections = [await seed.collection(), await seed.collection()]
  const hidden = await seed.collection({ public: 0 })
  let shown = 0
  for (let n = 0; n < count; n += 1) {
    const isHidden = n > 0 && below(8) === 0
    if (!isHidden) shown += 1
    const [original_date, edtf] = pick(DATES)
    const id = await seed.image({
      collection_id: isHidden ? hidden : pick(collections),
      license_id: pick([null, ...licenses]),
      title: `${pick(TITLES)} ${n}`,
      description: pick(TEXTS),
      creator: pick(CREATORS),
      original_date,
      ...dateColumns(edtf),
    })
    const size = [8 + (n % 100), 8 + Math.floor(n / 100)] as const
    await seed.file(
      id,
      await plain(...size, [n % 250, 80, 120])
        .jpeg()
        .toBuffer(),
    )
    if (below(3) > 0) {
      const toDegrees = (limit: number) => (below(2 * limit * 1e6) - limit * 1e6) / 1e6
      await seed.point(id, { latitude: toDegrees(89), longitude: toDegrees(179) })
    }
  }
  return shown
}

/** Describes the public images of a catalog, without what differs between catalogs, by their pictures. */
async function describe({ catalog }: TestServer): Promise<Map<string, string>> {
  const images = await catalog.reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .leftJoin('license', 'license.id', 'image.license_id')
    .leftJoin('point_current as point', 'point.image_id', 'image.id')
    .select(['image.title', 'image.description', 'image.creator'])
    .select(['image.original_date', 'image.edtf_date', 'license.permalink'])
    .select(['point.latitude', 'point.longitude', 'image.file_sha256'])
    .where('collection.public', '=', 1)
    .execute()
  return new Map(
    images.map(({ file_sha256, ...image }) => [
      file_sha256 ?? '',
      JSON.stringify(Object.entries(image).map(([name, value]) => [name, value || null])),
    ]),
  )
}

/**
 * Harvests one catalog into another one, twice. All public images have to be there with title, description, creator, date,
 * license, place and the bytes of the picture.
 * @returns what is wrong
 */
export async function findRoundTripProblems(
  protocol: keyof typeof HARVESTED,
  count: number,
  seedNumber: number,
): Promise<string[]> {
  await using origin = await startTestServer()
  const shown = await fill(origin, count, seedNumber)
  const scopes = ['read', 'import', 'contribute'] as const
  await using target = await openImportCli({ scopes: [...scopes] })
  for (const [n, permalink] of LICENSES.entries())
    await target.seed.license({ name: `theirs-${n}`, permalink })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-round-trip-'))
  await writeFile(
    join(folder.path, 'origin.toml'),
    `url = "${origin.baseUrl}${HARVESTED[protocol]}"\ncollection = ${target.collection}\nrate = 1000
places = "high"\nallow_private_urls = true\nallow_http = true\n`,
  )
  const problems: string[] = []
  for (const imported of [shown, 0]) {
    const argv = ['harvest', 'run', 'origin', '--json']
    const { code, stdout } = await target.command(argv, { cwd: folder.path })
    const report = JSON.parse(stdout)
    if (code !== 0 || report.imported !== imported || report.updated !== 0)
      problems.push(`a run ended with ${code}: ${stdout}`)
  }
  const [before, after] = [await describe(origin), await describe(target.server)]
  for (const [sha256, image] of before)
    if (after.get(sha256) !== image) problems.push(`${image} became ${after.get(sha256)}`)
  if (after.size !== before.size) problems.push(`${before.size} images became ${after.size}`)
  return problems
}
