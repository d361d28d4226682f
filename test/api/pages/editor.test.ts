import { afterAll, expect, test } from 'vitest'
import { signedInBrowser } from '../../support/oauth.ts'
import { DRAWS_PER_MINUTE } from '../../../src/core/base/limits.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const ada = await signedInBrowser(server, 'Ada')
const SEND = { name: 'after', value: 'image' }
const PLACE = { position: '50.5, 7.25', direction: '45', confidence: 'medium' }
const SQUARE = '50, 7\n50, 7.1\n50.1, 7.1\n50.1, 7'

async function getImage(id: number) {
  return server.get(`/api/v2/images/${id}/`)
}

test('leads to an image of the scope that is not on the map, and says when there is none', async () => {
  const collection_id = await seed.collection({ name: 'Album' })
  const scope = `collection=${collection_id}`
  const open = await seed.ready({ collection_id })
  await seed.point(await seed.ready({ collection_id }))
  await seed.ready({ collection_id, duplicate_of: open })
  await seed.ready({ collection_id, will_not_georef: 1 })
  const drawn = await ada.open(`georeference/?${scope}`)
  expect(drawn.address.search).toBe(`?${scope}&image=${open}`)
  expect(parsePage(drawn.text).texts('bdi')).toContain('Album')
  const next = { name: 'after', value: 'next' }
  const { status, text } = await ada.submit(drawn, next, PLACE)
  expect(status).toBe(200)
  expect(text).toContain('Nothing left to place')
  expect(text).toContain(`Image ${open} is placed. Thank you!`)
})

test('leads from a placed image to the nearest one beside it', async () => {
  const collection_id = await seed.collection()
  const images: number[] = []
  const walker = await signedInBrowser(server, 'Walker')
  for (let n = 0; n < 9; n += 1) images.push(await seed.ready({ collection_id }))
  await seed.ready()
  const middle = images[4] ?? 0
  const scope = `collection=${collection_id}`
  const visited = [middle]
  let page = await walker.open(`georeference/?${scope}&image=${middle}`)
  for (let n = 0; n < 4; n += 1) {
    page = await walker.submit(page, { name: 'after', value: 'next' }, PLACE)
    visited.push(Number(page.address.searchParams.get('image')))
  }
  const steps = visited
    .slice(1)
    .map((id, n) => Math.abs(images.indexOf(id) - images.indexOf(visited[n] ?? 0)))
  // A row of images is placed from the middle outward.
  expect(new Set(visited).size).toBe(5)
  expect(steps).toEqual([
    1,
    expect.toBeOneOf([1, 2]),
    expect.toBeOneOf([1, 2, 3]),
    expect.toBeOneOf([1, 2, 3, 4]),
  ])
})

test('says at once that an image cannot be placed, and leads to what can', async () => {
  const original = await seed.image()
  const duplicate = await seed.image({ duplicate_of: original })
  const closed = await seed.image({ will_not_georef: 1 })
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const place = (image: number) => `${server.baseUrl}/georeference/?image=${image}`
  const open = async (path: string) => {
    const page = parsePage((await ada.open(path)).text)
    return [page.text('.note'), page.attribute('.buttons .button', 'href'), page.has('.editor')]
  }
  const instead = 'This is a duplicate of another image. Place that one instead.'
  for (const path of [`georeference/?image=${duplicate}`, `polygonal-georeference/${duplicate}/`])
    expect(await open(path)).toEqual([instead, place(original), false])
  const [reason] = await open(`georeference/?image=${closed}`)
  expect(reason).toBe('Staff decided that this image cannot be placed.')
  const [, camera] = await open(`polygonal-georeference/${original}/`)
  expect(camera).toBe(place(original))
  const bare = parsePage((await ada.open(`georeference/?image=${original}`)).text)
  expect(bare.text('.editor-picture .note')).toBe('This image has no picture yet.')
  expect((await ada.open(`georeference/?image=${hidden}`)).status).toBe(404)
})

const eve = await signedInBrowser(server, 'Eve')

test('undoes the last placement on the next page, which shows the editor with what was sent', async () => {
  const collection_id = await seed.collection()
  const scope = `collection=${collection_id}`
  const next = { name: 'after', value: 'next' }
  const image = await seed.ready({ collection_id })
  const sent = await eve.submit(await eve.open(`georeference/?${scope}`), next, PLACE)
  const undone = await eve.submit(sent, 'Undo')
  expect((await getImage(image)).georeferences).toEqual([])
  const form = parsePage(undone.text)
  expect([form.text('#notice'), form.has('#undo')]).toEqual(['Your placement is taken back.', false]) // prettier-ignore
  expect([form.value('position'), form.value('direction')]).toEqual(['50.500000, 7.250000', '45'])
  expect(form.attributes('[name=confidence][checked]', 'value')).toEqual(['medium'])
  const again = await eve.submit(undone, next, { ...PLACE, direction: '46' })
  const [{ id, direction }] = (await getImage(image)).georeferences
  expect(direction).toBe(46)
  await seed.validation({ image, point: id }, { validation: 'correct' })
  const refused = await eve.submit(again, 'Undo')
  expect([refused.status, parsePage(refused.text).text('[role=alert]')]).toEqual([409, expect.stringContaining('checked')]) // prettier-ignore
  expect((await eve.open(again.address.href)).text).not.toContain('id="undo"')
  const above = await seed.ready({ collection_id, from_above: 1 })
  const drawn = await eve.open(`polygonal-georeference/${above}/?${scope}`)
  const placed = await eve.submit(drawn, next, { polygon: SQUARE, confidence: 'high' })
  const area = parsePage((await eve.submit(placed, 'Undo')).text)
  expect(area.value('polygon')?.replaceAll('.000000', '').replaceAll('00000', '')).toBe(SQUARE)
  expect((await getImage(above)).from_above_georeferences).toEqual([])
})

test('undoes a skip, which leads back to the image', async () => {
  const collection_id = await seed.collection()
  const scope = `collection=${collection_id}`
  const image = await seed.ready({ collection_id })
  const skipped = await eve.submit(await eve.open(`georeference/?${scope}`), 'Skip')
  expect(skipped.text).toContain(`Image ${image} was skipped.`)
  const undone = await eve.submit(skipped, 'Undo')
  expect(undone.address.search).toBe(`?${scope}&image=${image}`)
  expect((await eve.open(`georeference/?${scope}`)).address.search).toBe(undone.address.search)
  expect((await eve.open(skipped.address.href)).text).not.toContain('id="undo"')
  await seed.point(image)
  await seed.setting('validators', 'everyone')
  const unchecked = await eve.submit(await eve.open(`check/?${scope}&image=${image}`), 'Skip')
  const back = await eve.submit(unchecked, 'Undo')
  expect([back.address.pathname, back.address.search]).toEqual(['/check/', undone.address.search])
})

test('suggests places, with which the editor starts without scripts', async () => {
  const known = await seed.ready({ title: 'Quayside Inn <b>' })
  await seed.point(known, { latitude: 51.25, longitude: 3.5 })
  const image = await seed.ready({ title: 'The Quayside inn <b>' })
  const page = parsePage((await ada.open(`georeference/?image=${image}`)).text)
  const start = new URL(page.attribute('[data-suggestion="1"]', 'href') ?? '', server.baseUrl)
  expect(start.searchParams.get('image')).toBe(String(image))
  expect(page.text('[data-suggestion="1"] bdi')).toBe('Quayside Inn <b>')
  expect(page.texts('li .soft')).toEqual(['the map starts here'])
  const started = await ada.open(`georeference/${start.search}`)
  expect(parsePage(started.text).value('position')).toBe('51.250000, 3.500000')
  await seed.point(image)
  const placed = parsePage((await ada.open(`georeference/?image=${image}`)).text)
  expect(placed.texts('[data-suggestion] bdi')).toEqual(['Quayside Inn <b>'])
  expect(placed.texts('li .soft')).not.toContain('the map starts here')
})

test('lists placed pictures near the start, and starts at the spot of one without scripts', async () => {
  const collection_id = await seed.collection()
  const scope = `collection=${collection_id}`
  const known = await seed.image({ collection_id, title: 'The <b>wharf' })
  await seed.point(known, { latitude: -40.25, longitude: -20.5 })
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  await seed.point(hidden, { latitude: -40.25, longitude: -20.5 })
  const image = await seed.image({ collection_id })
  const editor = parsePage((await ada.open(`georeference/?${scope}&image=${image}`)).text)
  const near = new URL(editor.attribute('.without-map a', 'href') ?? '', server.baseUrl)
  const page = parsePage((await ada.open(`georeference/near/${near.search}`)).text)
  expect(page.texts('.near .title')).toEqual(['The <b>wharf'])
  const start = new URL(page.attribute('[data-action="same-spot"]', 'href') ?? '', server.baseUrl)
  expect(start.searchParams.get('collection')).toBe(String(collection_id))
  const started = parsePage((await ada.open(`georeference/${start.search}`)).text)
  expect(started.value('position')).toBe('-40.250000, -20.500000')
  const above = await seed.image({ collection_id, from_above: 1 })
  const areas = parsePage((await ada.open(`polygonal-georeference/${above}/?${scope}`)).text)
  expect(areas.attribute('.without-map a', 'href')).toBe(
    `${near.href.replace(`image=${image}`, `image=${above}`)}&kind=area`,
  )
  const nowhere = await ada.open(`georeference/near/?image=${image}&at=1,1`)
  expect(nowhere.text).toContain('No other picture is placed near here.')
  expect((await ada.open('georeference/near/')).status).toBe(404)
})

test('shows the credit of a suggested entry of a gazetteer', async () => {
  const street = { name: 'Rowan Street', extent: [-60.002, -30, -60, -30] } as const
  await seed.gazetteer([street], { credit: '© <Town>' })
  const image = await seed.image({ title: 'Rowan St.', collection_id: await seed.collection() })
  const page = parsePage((await ada.open(`georeference/?image=${image}`)).text)
  expect(page.text('[data-suggestion="1"]')).toBe('gazetteer: Rowan Street')
  expect(page.texts('li .soft')).toEqual(['© <Town> · the map starts here'])
})

test('leads to the editor of areas for an image from above', async () => {
  const collection_id = await seed.collection()
  const above = await seed.ready({ collection_id, from_above: 1 })
  const page = await ada.open(`georeference/?collection=${collection_id}`)
  expect(page.address.pathname).toBe(`/polygonal-georeference/${above}/`)
  const wrong = await ada.submit(page, SEND, { polygon: '50, 7\n51, 8', confidence: 'high' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('The corners do not form an area:')
  expect(parsePage(wrong.text).value('polygon')).toBe('50, 7\n51, 8')
  const placed = await ada.submit(wrong, SEND, { polygon: SQUARE, confidence: 'high' })
  expect(placed.address.pathname).toBe(`/${above}/`)
  const { from_above_georeferences: areas } = await getImage(above)
  expect(areas).toMatchObject([{ polygon: { coordinates: [[[7, 50], [7.1, 50], [7.1, 50.1], [7, 50.1], [7, 50]]] } }]) // prettier-ignore
})

test('reports all invalid fields beside them, and keeps what was typed', async () => {
  const image = await seed.ready()
  const page = await ada.open(`georeference/?image=${image}`)
  const fields = { position: '<here>', direction: '361', confidence: 'low' }
  const { status, text } = await ada.submit(page, SEND, fields)
  expect(status).toBe(400)
  for (const message of [
    'Enter the position as latitude and longitude',
    'Enter degrees from 0 to 360',
    'Say what your guess is based on.',
  ])
    expect(text).toContain(message)
  const form = parsePage(text)
  expect([form.value('position'), form.value('direction')]).toEqual(['<here>', '361'])
  const chosen = '[name=confidence][required][checked]'
  expect(form.attributes(chosen, 'value')).toEqual(['low'])
  const above = await seed.ready({ from_above: 1 })
  const area = await ada.open(`polygonal-georeference/${above}/`)
  const drawn = { polygon: '<47, 8>', confidence: 'medium', confidence_notes: '<seen>' }
  const refused = await ada.submit(area, SEND, drawn)
  expect(refused.status).toBe(400)
  const corners = parsePage(refused.text)
  expect(corners.value('polygon')).toBe('<47, 8>')
  expect(corners.has('#polygon-note')).toBe(true)
  expect(corners.attributes(chosen, 'value')).toEqual(['medium'])
  expect(corners.value('confidence_notes')).toBe('<seen>')
  expect((await getImage(image)).georeferences).toEqual([])
})

test.each([
  ['de', { longitude: 13.4, direction: 45 }],
  ['fr', { longitude: -13.4, direction: 315 }],
])('reads O in a position and a direction as it is meant in %s', async (lang, expected) => {
  const image = await seed.ready()
  const page = await ada.open(`georeference/?image=${image}&lang=${lang}`)
  const fields = { position: '52,5 N 13,4 O', direction: 'NO', confidence: 'high' }
  expect((await ada.submit(page, SEND, fields)).address.pathname).toBe(`/${image}/`)
  await ada.open('?lang=en')
  const { georeferences } = await getImage(image)
  expect(georeferences).toMatchObject([{ latitude: 52.5, ...expected }])
})

test('shows the placement of somebody who was quicker, and stores the own one when sent again', async () => {
  const image = await seed.ready()
  const page = await ada.open(`georeference/?image=${image}`)
  await seed.point(image, { user_id: await seed.user({ username: 'Grace' }), direction: 10 })
  const refused = await ada.submit(page, SEND, PLACE)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Grace placed this image while you were working on it.')
  expect(parsePage(refused.text).value('position')).toBe('50.5, 7.25')
  expect((await getImage(image)).georeferences).toHaveLength(1)
  const stored = await ada.submit(refused, SEND, PLACE)
  expect(stored.address.pathname).toBe(`/${image}/`)
  // The same form again changes nothing.
  await ada.submit(refused, SEND, PLACE)
  expect((await getImage(image)).georeferences).toHaveLength(2)
  const other = await ada.submit(refused, SEND, { ...PLACE, direction: '46' })
  expect([other.status, other.text.includes('This form was sent before.')]).toEqual([422, true])
})

test('brings the position back after the sign-in, without scripts', async () => {
  const image = await seed.ready()
  const page = await ada.open(`georeference/?image=${image}&collection=7`)
  const body = new URLSearchParams({ image: String(image), scope: 'collection=7', ...PLACE })
  const response = await server.fetch(page.address.pathname, { method: 'POST', body, redirect: 'manual' }) // prettier-ignore
  expect(response.status).toBe(303)
  const next = new URL(response.headers.get('location')!).searchParams.get('next')!
  const { text } = await ada.open(next.slice(1))
  const form = parsePage(text)
  expect([form.value('position'), form.value('direction')]).toEqual(['50.5, 7.25', '45'])
  expect(form.has('[name=confidence][checked]')).toBe(false)
})

test('notices a placement that was made before the form came back', async () => {
  const image = await seed.ready()
  const page = await ada.open(`georeference/?image=${image}`)
  const body = new URLSearchParams({ image: String(image), previous: '', ...PLACE })
  const sent = await server.fetch(page.address.pathname, { method: 'POST', body, redirect: 'manual' }) // prettier-ignore
  const next = new URL(sent.headers.get('location')!).searchParams.get('next')!
  await seed.point(image, { user_id: await seed.user({ username: 'Hopper' }) })
  const invalid = await ada.submit(page, SEND, { ...PLACE, position: 'here' })
  expect(invalid.status).toBe(400)
  for (const form of [invalid, await ada.open(next.slice(1))]) {
    const { status, text } = await ada.submit(form, SEND, PLACE)
    expect([status, text.includes('Hopper placed this image while')]).toEqual([409, true])
  }
})

test.each([
  ['0, 0', '0, 0\n0, 0.1\n0.1, 0'],
  ['90, 7', '89.9, 7\n90, 7\n89.9, 7.1'],
])('asks once whether %s is meant', async (position, polygon) => {
  server.clock.advance(60)
  const camera = await seed.ready()
  const area = await seed.ready({ from_above: 1 })
  for (const [path, place, image] of [
    [`georeference/?image=${camera}`, { position, direction: '' }, camera],
    [`polygonal-georeference/${area}/`, { polygon }, area],
  ] as const) {
    const asked = await ada.submit(await ada.open(path), SEND, { ...place, confidence: 'high' })
    expect([asked.status, parsePage(asked.text).text('[role=alert]')]).toEqual([400, `Is ${position} meant? This position is usually a mistake. If it is right, send it again.`]) // prettier-ignore
    // An answer is not forgotten when the form comes back for another reason.
    const invalid = await ada.submit(asked, SEND, { ...place, confidence: '' })
    const sent = await ada.submit(invalid, SEND, { ...place, confidence: 'high' })
    expect(sent.address.pathname).toBe(`/${image}/`)
  }
})

test('is a page in each language, also for visitors', async () => {
  const image = await seed.ready()
  for (const [language, heading] of Object.entries({
    en: 'Where was this taken?',
    de: 'Wo wurde das aufgenommen?',
    fr: 'Où cette vue a-t-elle été prise ?',
    es: '¿Dónde se tomó?',
  })) {
    const response = await server.fetch(`/georeference/?image=${image}&lang=${language}`)
    expect(await response.text()).toContain(heading)
  }
})

test('limits the images that visitors without a session draw', async () => {
  for (let n = 0; n < 2; n += 1) await seed.ready()
  const draw = async (last: number) => {
    const response = await server.fetch(`/georeference/?last=${last}`, { redirect: 'manual' })
    await response.text()
    return response
  }
  const drawn = await Promise.all(Array.from({ length: DRAWS_PER_MINUTE }, (_, n) => draw(n + 1)))
  expect(new Set(drawn.map(({ status }) => status))).toEqual(new Set([303]))
  const refused = await draw(DRAWS_PER_MINUTE + 1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await server.fetch(`/georeference/?image=${await seed.ready()}`)).status).toBe(200)
  expect((await ada.open('georeference/')).status).toBe(200)
})
