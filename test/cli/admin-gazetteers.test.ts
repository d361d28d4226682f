import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findNamedPlaces } from '../../src/core/queries/gazetteer/find-named-places.ts'
import { addGazetteer } from '../../src/core/writes/gazetteer/add-gazetteer.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { runCli } from '../support/test-cli.ts'

const opened = await openTestCatalog()
afterAll(() => opened[Symbol.asyncDispose]())
const { reads } = opened.catalog
const NEW_YORK = { latitude: 40.7, longitude: -74 }

const place = (name: string, [x, y]: [number, number], tags: object = { place: 'village' }) =>
  JSON.stringify({
    type: 'Feature',
    properties: { name, ...tags },
    geometry: { type: 'LineString', coordinates: [[x, y], [x + 0.001, y]] }, // prettier-ignore
  })

function gazetteer(words: string) {
  return runCli(['gazetteer', ...words.split(' '), '--data', opened.data, '--json'], {
    cwd: opened.folder,
  })
}

async function find(text: string, near: typeof NEW_YORK | null = null) {
  const found = await findNamedPlaces(reads, { text, near, limit: 10 })
  return found.map(({ name, latitude }) => `${name} ${Math.round(latitude)}`)
}

test('adds the places of a file, names its malformed lines, and finds them by any word', async () => {
  const lines = [
    place('Vine Street', [-74, 40.7], { highway: 'primary' }),
    place('Vine Street', [-74.001, 40.7], { highway: 'secondary' }),
    place('East Vine Street', [-74, 41.6], { highway: 'primary', old_name: 'Weinweg' }),
    'nonsense',
    place('Vine', [-100, 30]),
    place('', [0, 0]),
  ]
  await writeFile(join(opened.folder, 'town.geojsonseq'), lines.join('\n'))
  const added = await gazetteer('add town.geojsonseq --name town')
  expect(added.stderr).toContain('line 4 is not JSON')
  expect([added.code, JSON.parse(added.stdout)]).toEqual([
    6,
    {
      name: 'town',
      entries: 3,
      lines: 6,
      unused: 1,
      malformed: 1,
      credit: '© OpenStreetMap contributors (ODbL)',
    },
  ])
  expect(await find('vine str')).toEqual(['Vine Street 41', 'East Vine Street 42'])
  expect(await find('VINE')).toEqual(['Vine 30', 'Vine Street 41', 'East Vine Street 42'])
  expect(await find('weinweg')).toEqual(['East Vine Street 42'])
  expect(await find('ine')).toEqual([])
  expect(await find('v')).toEqual([])
  const [vine] = await findNamedPlaces(reads, { text: 'vine street', near: null, limit: 1 })
  expect(vine?.extent).toEqual([-74.001, 40.7, -73.999, 40.7])
})

test('goes on after lines that cannot be read', async () => {
  const lines = [
    Buffer.from(place('Rose Street', [-74, 40.7])),
    Buffer.from([0xff, 0xfe]),
    Buffer.alloc(8 * 1024 ** 2 + 1, 'x'),
    Buffer.from(place('Lily Street', [-74, 40.7])),
  ]
  const file = lines.flatMap((line) => [line, Buffer.from('\n')])
  await writeFile(join(opened.folder, 'flowers.json'), Buffer.concat(file))
  const added = await gazetteer('add flowers.json')
  expect(JSON.parse(added.stdout)).toMatchObject({ entries: 2, lines: 4, malformed: 2 })
  expect(added.stderr).toContain('line 2 is not UTF-8; line 3 is longer than 8388608 bytes')
  expect((await gazetteer('remove flowers')).code).toBe(0)
})

test('prefers what is near among places with the same name, however many there are', async () => {
  const far = Array.from({ length: 300 }, (_, index) => place('Union', [10, -60 + index / 10]))
  await writeFile(
    join(opened.folder, 'union.json'),
    [...far, place('Union', [-74, 40.6])].join('\n'),
  )
  expect((await gazetteer('add union.json --credit Us')).code).toBe(0)
  expect((await find('union', NEW_YORK))[0]).toBe('Union 41')
})

test('lists and removes gazetteers, and refuses a second one with the same name', async () => {
  const again = await gazetteer('add union.json')
  expect([again.code, again.stdout.includes('There is a gazetteer')]).toEqual([9, true])
  const { stdout } = await gazetteer('list')
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'town', state: 'complete', entries: 3 },
    { name: 'union', state: 'complete', entries: 301, credit: 'Us' },
  ])
  expect((await gazetteer('remove union')).code).toBe(0)
  expect(await find('union', NEW_YORK)).toEqual([])
  expect((await gazetteer('remove union')).code).toBe(5)
})

describe('a gazetteer that is being added', () => {
  async function* listOaks() {
    const oak = { name: 'Oak', otherNames: [], kind: 'settlement', inhabitants: 0 } as const
    yield await Promise.resolve([{ ...oak, extent: [7, 50, 7, 50] as const }])
  }
  const addOaks = (meanwhile = async (): Promise<unknown> => undefined) =>
    addGazetteer(opened.catalog, { name: 'oaks', credit: '' }, listOaks(), async () => {
      await meanwhile()
    })

  test('is not added by another command', async () => {
    let refusal: unknown
    await addOaks(async () => {
      expect(await find('oak')).toEqual([])
      refusal = await addOaks().catch((error: unknown) => error)
    })
    expect(refusal).toMatchObject({ kind: 'conflict', message: expect.stringContaining('adding') })
    expect(await find('oak')).toEqual(['Oak 50'])
    expect((await gazetteer('remove oaks')).code).toBe(0)
  })

  test('can be removed', async () => {
    const added = addOaks(() => gazetteer('remove oaks'))
    await expect(added).rejects.toMatchObject({ kind: 'conflict' })
    expect((await gazetteer('remove oaks')).code).toBe(5)
  })

  test('is added again if its command does nothing for ten minutes', async () => {
    const added = addOaks(async () => {
      opened.clock.advance(601)
      await addOaks()
    })
    await expect(added).rejects.toMatchObject({ kind: 'conflict' })
    expect(await find('oak')).toEqual(['Oak 50'])
    expect((await gazetteer('remove oaks')).code).toBe(0)
  })
})

test('leaves nothing of a file without places', async () => {
  await writeFile(join(opened.folder, 'empty.txt'), 'a\tb\n')
  const added = await gazetteer('add empty.txt')
  expect([added.code, added.stdout.includes('line 1 has 2 columns')]).toEqual([2, true])
  expect((await gazetteer('add missing.txt')).code).toBe(5)
  expect(JSON.parse((await gazetteer('list')).stdout)).toHaveLength(1)
})
