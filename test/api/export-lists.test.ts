import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runsOf } from '../support/property-runs.ts'
import { createSeed, type Seed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const importer = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))
await fill()

/** Two public sources and a hidden one, with images all over the globe; every seventh image is a duplicate. */
async function fill(): Promise<void> {
  const seed = createSeed(server)
  for (let id = 1; id <= 3; id++) await seed.user({ id })
  for (const isPublic of [1, 1, 0] as const) {
    const source_id = await seed.source({ public: isPublic })
    await seed.collection({ source_id })
    await seed.collection({ source_id, public: source_id === 2 ? 0 : 1 })
  }
  for (let id = 1; id <= 4; id++) await seed.subject({ id, kb_id: `Q${id}`, slug: `s-${id}` })
  for (let id = 1; id <= 42; id++) await fillImage(seed, id)
}

async function fillImage(seed: Seed, id: number): Promise<void> {
  const isEvery = (step: number): boolean => id % step === 0
  const image = await seed.image({
    collection_id: (id % 6) + 1,
    from_above: isEvery(3) ? 1 : 0,
    duplicate_of: isEvery(7) ? id - 1 : null,
    creator: isEvery(4) ? `Ada ${id}` : null,
    ...(!isEvery(5) && { fuzzy_from: id * 365, fuzzy_to: id * 400 }),
  })
  if (isEvery(2)) await seed.tag(image, (id % 4) + 1)
  const made = { user_id: (id % 3) + 1, created_at: 1000 - id }
  const confidence = (['low', 'medium', 'high'] as const)[id % 3]!
  const position = { longitude: ((id * 37) % 360) - 180, latitude: ((id * 11) % 180) - 90 }
  if (!isEvery(5)) await seed.point(image, { ...made, ...position, confidence })
  if (isEvery(4)) await seed.point(image, { ...made, created_at: 2000 - id })
  if (isEvery(3)) await seed.area(image, { ...made, confidence })
}

const some = <Value>(values: readonly Value[]) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(','))
const year = fc.integer({ min: 1968, max: 2018 }).map(String)
const shared = {
  source: some([1, 2, 3, 9]),
  collection: some([1, 2, 3, 4, 5, 6]),
  subject: some(['1', '2', 'Q3', 'Q9']),
  year_min: year,
  year_max: year,
}
const placed = {
  ...shared,
  in_bbox: fc.constantFrom(
    '-180,-90,180,90',
    '170,-90,-100,90',
    '0,0,100,60',
    '7,47,8,48',
    '400,0,-300,9',
  ),
  image: some([1, 2, 3, 4, 6, 8, 12, 15, 18]),
  confidence: fc.constantFrom('low', 'medium', 'high'),
  georeferenced_by: some([1, 2, 3]),
}
const flag = fc.constantFrom('true', 'false')
const filters: Record<string, Record<string, fc.Arbitrary<string>>> = {
  georeferences: { ...placed, from_above: flag },
  'from-above-georeferences': placed,
  images: {
    ...shared,
    creator: fc.constantFrom('ada', 'Ada 1', 'zoe'),
    from_above: flag,
    georeferenced: flag,
    id: some([1, 2, 3, 7, 14]),
    processing: fc.constantFrom('ready', 'pending,failed'),
  },
  subjects: { slug: some(['s-1', 's-2', 's-4', 's-9']) },
}

test.each(Object.keys(filters))(
  'exports the same %s as the list, by ascending id',
  async (list) => {
    const query = fc.record(filters[list]!, { requiredKeys: [] }) as fc.Arbitrary<
      Record<string, string>
    >
    const path = `/api/v2/${list}/`
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (parameters, isImporter) => {
        const headers = isImporter ? importer : {}
        const search = new URLSearchParams(parameters)
        const listed = await server.fetch(`${path}?${search}&page_size=100`, { headers })
        const exported = await server.fetch(`${path}export/?${search}`, { headers })
        expect(exported.status).toBe(listed.status)
        if (listed.status !== 200) {
          expect(await exported.json()).toEqual(await listed.json())
          return
        }
        const { count, results, features } = (await listed.json()) as Listed
        const items = (features ?? results).toSorted((one, other) => one.id - other.id)
        const lines = (await exported.text()).trimEnd().split('\n')
        expect(lines.map((line) => JSON.parse(line))).toEqual([
          ...items,
          { type: 'ExportEnd', count },
        ])
      }),
      {
        numRuns: runsOf(25),
        seed: 17,
        examples: [
          [{}, false],
          [{}, true],
        ],
      },
    )
  },
)

interface Listed {
  count: number
  results: { id: number }[]
  features?: { id: number }[]
}

test('bbox is the same filter as in_bbox, also across the antimeridian', async () => {
  for (const box of ['170,-90,-100,90', '0,0,100,60']) {
    const path = '/api/v2/georeferences/export/'
    const [one, other] = [
      await (await server.fetch(`${path}?bbox=${box}`)).text(),
      await (await server.fetch(`${path}?in_bbox=${box}`)).text(),
    ]
    expect(one.split('\n').length).toBeGreaterThan(3)
    expect(one).toBe(other)
  }
})
