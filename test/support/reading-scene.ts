import { createSeed } from './seed.ts'
import { startTestServer } from './test-server.ts'
import { runCli, type TestCliOptions } from './test-cli.ts'

/** Starts a server with a small catalog, for commands that read it. */
export async function openReadingScene() {
  const server = await startTestServer()
  const seed = createSeed(server)
  const license_id = await seed.license({
    name: 'CC-BY-4.0',
    display_name: 'CC BY 4.0',
    permalink: 'https://creativecommons.org/licenses/by/4.0/',
  })
  await seed.license({ name: 'PDM-1.0', display_name: 'Public domain' })
  const source_id = await seed.source({ name: 'Town archive', slug: 'town-archive' })
  const other = await seed.source({ name: 'City museum', slug: 'city-museum' })
  await seed.source({ name: 'Attic', slug: 'attic', public: 0 })
  const maps = await seed.collection({ source_id, name: 'Maps', slug: 'maps' })
  await seed.collection({ source_id: other, name: 'Maps of the city', slug: 'maps' })
  const subject = await seed.subject({ title: 'Town hall', slug: 'town-hall', kb_id: 'Q1137345' })
  await seed.outline(subject, 'way/8035619')
  const ada = await seed.user({ id: 1201, username: 'ada' })
  const images: number[] = []
  for (const [n, title] of ['Town hall', 'Bridge', 'Station', 'Harbor'].entries()) {
    const year = 1901 + n
    const texts = { creator: 'A. Painter', license_id, description: 'Looking east.' }
    images.push(await seed.image({ collection_id: maps, title, ...datesOf(year), ...texts }))
  }
  const [first = 0] = images
  await seed.tag(first, subject)
  await seed.point(first, {
    user_id: ada,
    latitude: 47.5596,
    longitude: 7.5886,
    direction: 90,
    confidence: 'high',
  })
  await seed.comment(first, { commented_by: ada, text: 'The tower burnt down.' })
  for (const image of images.slice(0, 2)) {
    await seed.file(image, pictureOf(image))
  }
  await seed.rebuildFeed()
  return {
    server,
    seed,
    images,
    run: (words: string[], options: TestCliOptions = {}) =>
      runCli([...words, '--url', server.baseUrl], options),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function datesOf(year: number) {
  const from = Date.UTC(year, 0, 1) / 86_400_000
  const to = Date.UTC(year, 11, 31) / 86_400_000
  const bounds = { strict_from: from, strict_to: to, fuzzy_from: from, fuzzy_to: to }
  return { original_date: `${year}`, edtf_date: `${year}`, ...bounds }
}

/** The bytes of an image's file. Nothing decodes them. */
export function pictureOf(image: number): Buffer {
  return Buffer.alloc(image * 3000, `picture ${image}, `)
}
