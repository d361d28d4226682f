import { afterAll, expect, test } from 'vitest'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const source_id = await seed.source({ name: 'Town archive' })
const collection_id = await seed.collection({ source_id, name: 'Album 3' })

async function open(id: number, query = ''): Promise<string> {
  const response = await server.fetch(`/${id}/${query}`)
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll(/\s+/g, ' ')
}

test('shows where an image was placed, by whom, and what others think of it', async () => {
  const image_id = await seed.image({ collection_id })
  const [ada, grace] = [
    await seed.user({ username: 'Ada' }),
    await seed.user({ username: 'Grace' }),
  ]
  await seed.point(image_id, { latitude: 50, longitude: 7, user_id: grace, created_at: 1 })
  const point = await seed.point(image_id, {
    latitude: 50.5,
    longitude: -7.25,
    direction: 44,
    confidence: 'high',
    confidence_notes: 'The <corner> house',
    user_id: ada,
    created_at: 2,
  })
  const verdict = { validation: 'incorrect', notes: 'Too far east', validated_by: grace } as const
  await seed.validation({ image: image_id, point }, verdict)
  const text = await open(image_id)
  expect(text).toContain('The &lt;corner&gt; house')
  const history = parsePage(text).find('#history')!
  const osm = 'https://www.openstreetmap.org/'
  expect(history.attributes(`a[href^="${osm}"]`, 'href')).toEqual([
    `${osm}?mlat=50.50000&mlon=-7.25000#map=17/50.50000/-7.25000`,
    `${osm}?mlat=50.00000&mlon=7.00000#map=17/50.00000/7.00000`,
  ])
  const newest = history.find('li')!
  expect(newest.text(`a[href^="${osm}"]`)).toBe('50.50000° N, 7.25000° W')
  expect(newest.text('p')).toBe('Camera at 50.50000° N, 7.25000° W, looking northeast (44°)')
  expect(newest.text('.badge')).toBe('high confidence')
  expect(newest.text('.verdict')).toBe('Grace disagrees: Too far east')
  expect(newest.text('.verdict a > bdi')).toBe('Grace')
  expect(newest.text('.verdict > span[dir=auto]')).toBe('Too far east')
  const german = parsePage(await open(image_id, '?lang=de')).find('#history li')
  expect(german?.text('p')).toContain('Blick nach Nordosten (44°)')
  expect(german?.text('.badge')).toBe('sicher')
})

test('shows the camera and the day of the file, as long as it is the file that says so', async () => {
  const file = { file_version: 'v1', file_type: 'image/jpeg', generation_of: 'v1' }
  const facts = { camera: '<b>Ada</b> 3', captured_on: '2019-05-04' }
  const show = async (values: object, query = '') => {
    const text = await open(await seed.image({ collection_id, ...file, ...values }), query)
    return parsePage(text).text(
      '.facts dt:is(:contains("File"), :contains("Datei")) + dd[dir=auto]',
    )
  }
  expect(await show(facts)).toBe('Captured with <b>Ada</b> 3 on May 4, 2019')
  expect(await show({ camera: 'Ada 3' })).toBe('Captured with Ada 3')
  expect(await show({ captured_on: '2019-05-04' }, '?lang=de')).toBe('Aufgenommen am 4. Mai 2019')
  expect(await show({ ...facts, generation_of: 'v0' })).toBeUndefined()
  expect(await show({})).toBeUndefined()
})

test('says that an image is not on the map, or cannot be', async () => {
  const available = await seed.image({ collection_id })
  const impossible = await seed.image({ collection_id, will_not_georef: 1 })
  expect(await open(available)).toContain('This image is not on the map yet.')
  expect(await open(impossible)).toContain('This image cannot be placed on the map.')
})

test('shows comments as text, in which only addresses and numbers of images are links', async () => {
  const image = await seed.image({ collection_id })
  await seed.comment(image, {
    text: 'See #7, https://a.example/b?c=1&d=2. <b>javascript:alert(1)</b> &#39; x#9 http://"onclick=',
    created_at: 1,
  })
  await seed.comment(image, { text: 'Second', created_at: 2 })
  const text = await open(image)
  const [first, second] = parsePage(text).findAll('.user-text')
  expect(first!.text()).toMatch(/^See #7, https:\/\/a\.example\/b\?c=1&d=2\. </)
  const address = 'https://a.example/b?c=1&d=2'
  expect(first!.attributes('a', 'href')).toEqual([`${server.baseUrl}/7/`, address])
  expect(first!.texts('a')).toEqual(['#7', address])
  expect(first!.attributes('a', 'rel')).toEqual(['nofollow ugc noopener'])
  expect(second!.text()).toBe('Second')
  expect(text).toContain(
    '&lt;b&gt;javascript:alert(1)&lt;/b&gt; &amp;#39; x#9 http://&quot;onclick=',
  )
})

test('leads to the neighbors in the collection, but not to duplicates or other collections', async () => {
  const own = await seed.collection()
  const first = await seed.image({ collection_id: own, title: 'First' })
  await seed.image({ collection_id: own, title: 'Copy', duplicate_of: first })
  await seed.image({ collection_id, title: 'Elsewhere' })
  const second = await seed.image({ collection_id: own, title: 'Second' })
  const links = async (id: number) => {
    const page = parsePage(await open(id))
    return ['prev', 'next'].map((rel) => page.attributes(`a[rel=${rel}]`, 'href'))
  }
  expect(await links(first)).toEqual([[], [`${server.baseUrl}/${second}/`]])
  expect(await links(second)).toEqual([[`${server.baseUrl}/${first}/`], []])
})

test('shows what was taken nearby, the nearest first', async () => {
  const place = async (title: string, latitude: number, longitude = 179.9995) => {
    const id = await seed.image({ collection_id, title })
    await seed.point(id, { latitude, longitude })
    return id
  }
  const image = await place('Here', -20)
  await place('Far', -20.003)
  await place('Near', -20.0005)
  await place('Across the date line', -20, -179.9995)
  await place('Elsewhere', -21)
  const nearby = parsePage(await open(image)).find('.nearby')!
  expect(nearby.texts('.title')).toEqual(['Near', 'Across the date line', 'Far'])
  expect(nearby.text('li')).toContain('55 m away')
})

test.each([
  ['en', 'c. 1905', 'spring 1931'],
  ['de', 'um 1905', 'Frühling 1931'],
  ['fr', 'vers 1905', 'printemps 1931'],
  ['es', 'hacia 1905', 'primavera de 1931'],
])('writes dates in the language %s on pages, and in English in the API', async (...row) => {
  const [language, approximate, season] = row
  const album = await seed.collection({ source_id })
  const id = await seed.image({ collection_id: album, edtf_date: '1905~' })
  await seed.image({ collection_id: album, edtf_date: '1931-21' })
  const query = `lang=${language}`
  expect(parsePage(await open(id, `?${query}`)).text('.byline span')).toBe(approximate)
  expect(parsePage(await open(id, `embed/?${query}`)).texts('span')).toContain(approximate)
  const editor = await (await server.fetch(`/georeference/?image=${id}&${query}`)).text()
  expect(parsePage(editor).texts('bdi')).toContain(approximate)
  const list = await (await server.fetch(`/images/?collection=${album}&${query}`)).text()
  expect(parsePage(list).texts('.pictures .date')).toEqual([season, approximate])
  const headers = { 'Accept-Language': language }
  const image = await (await server.fetch(`/api/v2/images/${id}/`, { headers })).json()
  expect(image).toMatchObject({ date_display: 'c. 1905' })
})

test('offers a credit line, citations and code for other sites to copy', async () => {
  const license_id = await seed.license({ display_name: 'CC BY 4.0' })
  const id = await seed.image({
    collection_id,
    license_id,
    title: 'Market "square"',
    creator: 'A. Painter',
    edtf_date: '1905~',
  })
  const page = parsePage(await open(id))
  expect(page.find('textarea#credit')?.value()).toBe(
    'A. Painter: Market "square", c. 1905. Town archive, Album 3. CC BY 4.0',
  )
  expect(page.find('textarea#citation')?.value()).toMatch(
    new RegExp(`In: Historical image catalog\\. ${server.baseUrl}/${id}/$`),
  )
  expect(page.find('textarea#embed')?.value()).toContain(
    `<iframe src="${server.baseUrl}/${id}/embed/"`,
  )
  const oembed = page.attribute('head link[type="application/json+oembed"]', 'href')
  expect((await server.get(oembed!.replace(server.baseUrl, ''))).title).toBe('Market "square"')
  expect(page.find('textarea#bibtex')?.value()).toContain(
    'title = {{Market "square"}}, year = {1905}',
  )
})

test('describes the image to search engines, whatever its title', async () => {
  const title = '</script><script>alert(1)</script>'
  const id = await seed.image({ collection_id, title, edtf_date: '1905-07' })
  await seed.point(id, { latitude: 50.5, longitude: 7 })
  const text = await open(id)
  const document = parsePage(text).lines('script[type="application/ld+json"]')
  expect(JSON.parse(document!)).toMatchObject({
    '@type': 'ImageObject',
    name: title,
    dateCreated: '1905-07',
    locationCreated: { geo: { latitude: 50.5, longitude: 7 } },
  })
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('<meta property="og:title" content="&lt;/script&gt;')
})

test('leads to similar pictures, the most similar first, if a model was chosen', async () => {
  const add = async (title: string, vector: number[]) => {
    const id = await seed.image({ collection_id, title })
    await seed.file(id, Buffer.from(title))
    return { id, vector }
  }
  const image = await add('The same', [1, 0])
  const others = [await add('Unlike', [0, 1]), await add('Alike', [1, 0.1])]
  expect(await open(image.id)).not.toContain('/similar/')
  await useModelFixture(server, 'tiny')
  for (const { id, vector } of [image, ...others]) await storeEmbedding(server, id, vector)
  const address = parsePage(await open(image.id)).attribute('.similar a', 'href')
  expect(address).toBe(`${server.baseUrl}/${image.id}/similar/`)
  const text = await (await server.fetch(address!)).text()
  expect(parsePage(text).texts('.pictures .title')).toEqual(['Alike', 'Unlike'])
  const without = await seed.image({ collection_id })
  const statuses = [`/${without}/similar/`, '/999999/similar/'].map(
    async (other) => (await server.fetch(other)).status,
  )
  expect(await Promise.all(statuses)).toEqual([409, 404])
})

test('shows the newest of very many contributions, and leads to pages of all', async () => {
  const image = await seed.image({ collection_id, title: 'Harbor', from_above: 1 })
  const few = parsePage(await open(image))
  expect(few.has('[href$="/comments/"], [action$="/comments/"]')).toBe(false)
  const user = await seed.user({ username: 'Ada' })
  await seed.points(image, 201, { user_id: user, created_at: 1 })
  const areas = { image_id: image, user_id: user, created_at: 1, confidence: 'low' as const }
  await seed.area(image, { ...areas, confidence_notes: 'x'.repeat(10) })
  for (let n = 0; n < 11; n += 1)
    await seed.area(image, { ...areas, confidence_notes: 'ü'.repeat(10_000) })
  const row = { image_id: image, commented_by: user, created_at: 1 }
  const comments = Array.from({ length: 201 }, (_, n) => ({ ...row, text: `Remark ${n}.` }))
  await server.catalog.write((tx) => tx.insertInto('comment').values(comments).execute())

  const page = await open(image)
  expect(page).not.toContain('Remark 0.')
  expect(page).toContain('Remark 1.')
  const link = (href: string) => parsePage(page).text(`a[href="${href}"]`)
  expect(link(`${server.baseUrl}/${image}/comments/`)).toBe('All comments')
  const placements = `${server.baseUrl}/${image}/placements/`
  expect(link(placements)).toBe('The whole history: camera positions')
  expect(link(`${placements}?kind=areas`)).toBe('The whole history: areas')

  const shown: string[] = []
  for (let next: string | undefined = `/${image}/comments/`; next !== undefined;) {
    const text = await (await server.fetch(next)).text()
    shown.push(...[...text.matchAll(/Remark \d+\./g)].map(([found]) => found))
    next = parsePage(text).attribute('a[rel=next]', 'href')
  }
  expect(shown).toEqual(comments.map(({ text }) => text).toReversed())
  const camera = await (await server.fetch(placements)).text()
  expect(parsePage(camera).findAll('.entries > li > p:first-child')).toHaveLength(50)
  expect(await (await server.fetch(`${placements}?kind=areas`)).text()).toContain('xxxxxxxxxx')
  expect((await server.fetch(`/${image + 1}/comments/`)).status).toBe(404)
})
