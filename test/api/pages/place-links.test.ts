import { afterAll, expect, test } from 'vitest'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const source = await seed.source({ name: 'Archive', slug: 'archive' })
const album = await seed.collection({ source_id: source, name: 'Album' })
const tower = await seed.subject({ title: 'Tower' })
const open = await seed.ready({ collection_id: album, title: 'Windmill at noon' })
const above = await seed.ready({ collection_id: album, title: 'Windmill', from_above: 1 })
const refuted = await seed.ready({ collection_id: album })
const placed = await seed.ready({ collection_id: album, title: 'Windmill at night' })
await seed.ready({ collection_id: album, duplicate_of: open })
await seed.ready({ collection_id: album, will_not_georef: 1 })
for (const image of [open, refuted, placed]) await seed.tag(image, tower)
await seed.point(placed)
const wrong = await seed.point(refuted)
await seed.validation({ image: refuted, point: wrong }, { validation: 'incorrect' })

async function openPage(path: string) {
  return parsePage(await (await server.fetch(path)).text())
}

test.for([
  [`/collections/${album}/`, 3, `?collection=${album}`],
  ['/sources/archive/', 3, `?source=${source}`],
  ['/subjects/tower/', 2, `?subject=${tower}`],
  [`/images/?collection=${album}&from_above=false`, 2, `?collection=${album}&from_above=false`],
  ['/images/?georeferenced=false', 3, ''],
  ['/search/?q=windmill', 2, `?id=${open}%2C${above}`],
] as const)(
  'leads from %s to the %d images that wait for being placed',
  async ([path, count, query]) => {
    const page = await openPage(path)
    expect(page.text('.place-these')).toBe(`Place these ${count} images`)
    const href = page.attribute('.place-these', 'href')!.replace(`?id=${above}%2C${open}`, `?id=${open}%2C${above}`) // prettier-ignore
    expect(href).toBe(`${server.baseUrl}/georeference/${query}`)
  },
)

test.for([`/images/?collection=${album}&georeferenced=true`, '/search/?q=night'])(
  'leads from %s nowhere',
  async (path) => {
    expect((await openPage(path)).has('.place-these')).toBe(false)
  },
)

test.for([`/collections/${album}/`, '/sources/archive/', '/collections/'])(
  '%s says why fewer images can be on the map than it has',
  async (path) => {
    const page = await openPage(path)
    expect(page.text('.share')).toBe(
      '2 of 4 on the map (50%) · 2 others are duplicates or can’t be placed',
    )
  },
)

test('marks placed images in the results of searches', async () => {
  const page = await openPage('/search/?q=windmill')
  expect(page.texts('.pictures li:has(.placed) .title')).toEqual(['Windmill at night'])
})

test('leads from the card of each unplaced image to its editor, within the scope of the list', async () => {
  const page = await openPage(`/images/?collection=${album}`)
  const editors = [
    `${server.baseUrl}/georeference/?collection=${album}&image=${open}`,
    `${server.baseUrl}/polygonal-georeference/${above}/?collection=${album}`,
  ]
  expect(page.attributes('.pictures .place', 'href').toSorted()).toEqual(editors.toSorted())
  expect(page.attributes('.pictures .place', 'aria-label')).toContain('Place Windmill')
})

test('says in words among which images the user works, in each language', async () => {
  const ada = await signedInBrowser(server, 'Ada')
  const query = `collection=${album}&from_above=false&id=${open},${placed}&image=${open}`
  for (const [lang, words] of Object.entries({
    en: 'Album, 2 chosen images, Not from above',
    de: 'Album, 2 ausgewählte Bilder,',
    fr: 'Album, 2 images choisies,',
    es: 'Album, 2 imágenes elegidas,',
  })) {
    const { text } = await ada.open(`georeference/?${query}&lang=${lang}`)
    expect(parsePage(text).text('.scope bdi')).toContain(words)
  }
  const drawn = await ada.open(`georeference/?id=${open},${placed}`)
  expect(drawn.address.searchParams.get('image')).toBe(String(open))
  const { text } = await ada.open(`georeference/?id=${placed}&lang=en`)
  expect(parsePage(text).text('h1')).toBe('Nothing left to place')
  expect(parsePage(text).text('.scope bdi')).toBe('one chosen image')
})
