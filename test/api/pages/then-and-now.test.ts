import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../../src/core/database/date-columns.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection_id = await seed.collection()

interface Taken {
  date?: string
  /** Of the camera, in meters from 50° N 7° E. */
  north?: number
  east?: number
  direction?: number | null
}

const METERS = { latitude: 111_229, longitude: 71_696 }

/** Adds an image with a picture, taken on the spot toward the east by default. */
async function take(
  title: string,
  { date, north = 0, east = 0, direction = 90 }: Taken = {},
  values: object = {},
) {
  const dated = dateColumns(date ?? null)
  const image = await seed.image({ collection_id, title, generation: title, ...dated, ...values })
  const latitude = 50 + north / METERS.latitude
  const longitude = 7 + east / METERS.longitude
  const point = await seed.point(image, { latitude, longitude, direction })
  return { image, point }
}

async function open(image: number, query = '') {
  const response = await server.fetch(`/${image}/${query}`)
  expect(response.status).toBe(200)
  return parsePage(await response.text())
}

test('shows pictures from the same spot in the same direction by date', async () => {
  const { image } = await take('Here', { date: '1905' })
  const { image: early } = await take('Early', { date: '189X', north: 55, direction: 119 })
  await take('Undated', { east: -40, direction: 62 })
  const { image: late } = await take('Late', { date: '2020' })
  await take('Too far', { north: 65 })
  await take('Turned away', { direction: 122 })
  await take('Direction unknown', { direction: null })
  await take('Without a picture', {}, { generation: null })
  await take('Hidden', {}, { collection_id: await seed.collection({ public: 0 }) })
  await take('From above', {}, { from_above: 1 })
  const refuted = await take('Refuted')
  await seed.validation(refuted, { validation: 'incorrect' })
  const disputed = await take('Disputed', { date: '1950' })
  await seed.validation(disputed, { validation: 'incorrect' })
  await seed.validation(disputed, { validation: 'correct' })

  const page = await open(image)
  expect(page.texts('.strip .title')).toEqual(['Early', 'Here', 'Disputed', 'Late', 'Undated'])
  expect(page.text('.strip [aria-current] .title')).toBe('Here')
  expect(page.texts('.compared a')).toEqual(['Here', 'Late'])
  expect(page.attributes('.compared img', 'alt')).toEqual(['Here', 'Late'])
  expect(page.attributes('.compared a', 'href')).toContain(`${server.baseUrl}/${late}/`)
  const link = page.attributes('.strip .place', 'href')[0]
  expect(link).toBe(`${server.baseUrl}/${image}/?compare=${early}#compared`)
  expect((await open(image, `?compare=${early}`)).texts('.compared a')).toEqual(['Early', 'Here'])
  expect((await open(image, '?compare=x')).texts('.compared a')).toEqual(['Here', 'Late'])
  expect(page.texts('.nearby .title')).toContain('Turned away')
  expect(page.texts('.nearby .title')).not.toContain('Early')
  expect((await open(refuted.image)).has('.then-and-now')).toBe(false)
})

test('shows pictures that have a subject of the image in view', async () => {
  const south = -20_000
  const { image } = await take('From the west', { north: south })
  const tower = await seed.subject({ title: 'Tower' })
  const [latitude, longitude] = [50 + south / METERS.latitude, 7 + 100 / METERS.longitude]
  const geometry = JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] })
  await seed.outline(tower, 'node/1', geometry)
  const opposite = { north: south, east: 250, direction: 275 }
  await take('From the east', opposite)
  await take('Looks past it', { ...opposite, direction: 320 })
  await take('Too far', { ...opposite, east: 350 })
  expect((await open(image)).has('.then-and-now')).toBe(false)
  await seed.tag(image, tower)
  expect((await open(image)).texts('.strip .title')).toEqual(['From the west', 'From the east'])
})
