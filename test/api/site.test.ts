import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newVersion } from '../../src/core/storage/keys.ts'
import { createBrowser } from '../support/browser.ts'
import { signedInBrowser } from '../support/oauth.ts'
import { parsePage } from '../support/parse-page.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

test('the first page shows the newest public images in full rows, without scripts if none is placed', async () => {
  await using server = await startTestServer({ cdnUrl: 'https://cdn.example/pictures' })
  const seed = createSeed(server)
  await seed.setting('site_name', 'Old <Town> & "Harbour"')
  const collection_id = await seed.collection()
  for (let n = 1; n <= 14; n++) {
    const made = { generation: newVersion(), created_at: n, edtf_date: `19${10 + n}` }
    await seed.image({ collection_id, title: `<script>alert(${n})</script>`, ...made })
  }
  const hidden = await seed.collection({ public: 0 })
  await seed.image({ collection_id: hidden, title: 'Secret', created_at: 99 })
  const response = await server.fetch('/')
  const text = await response.text()
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(text).toContain('<title>Old &lt;Town&gt; &amp; &quot;Harbour&quot;</title>')
  expect(text).not.toMatch(/<script(?! type="application\/ld\+json">)|Secret| on\w+=|javascript:/)
  const page = parsePage(text)
  const picture = '.gallery img[src^="https://cdn.example/pictures/derivatives/"]'
  expect(page.findAll(picture)).toHaveLength(8)
  expect(page.texts('.gallery .title').at(0)).toBe('<script>alert(14)</script>')
  expect(text).toContain('&lt;script&gt;alert(14)')
  expect(page.attributes('a', 'href')).toContain(`${server.baseUrl}/14/`)
  expect(page.texts('dd')).toContain('14')
  const policy = response.headers.get('Content-Security-Policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("img-src 'self' https://cdn.example;")
  expect(policy).not.toMatch(/unsafe|script-src/)
})

test('serves a first page for an empty catalog', async () => {
  await using server = await startTestServer()
  const page = parsePage(await (await server.fetch('/')).text())
  expect(page.texts('h1')).toEqual(['Historical image catalog'])
  expect(page.attributes('a', 'href')).toContain(`${server.baseUrl}/api/v2/docs/`)
  expect(page.has('img')).toBe(false)
})

test('serves /healthz, a favicon and robots.txt', async () => {
  await using server = await startTestServer({ baseUrl: 'https://site.example/old', dev: false })
  const ask = (path: string) => server.fetch(server.boundUrl + path)
  const health = await ask('/healthz')
  expect(health.status).toBe(200)
  expect(await health.json()).toEqual({ status: 'ok' })
  expect(health.headers.get('Cache-Control')).toBe('no-store')
  const icon = await ask('/favicon.ico')
  expect(icon.headers.get('Content-Type')).toBe('image/x-icon')
  expect(Buffer.from(await icon.arrayBuffer()).readUInt16LE(2)).toBe(1)
  expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /old/oauth/')
})

test('the first page links to the sign-in, or to the account of a signed-in user', async () => {
  await using server = await startTestServer()
  const stranger = await createBrowser(server.baseUrl).open('')
  const signIn = `a[href="${server.baseUrl}/login/"]`
  expect(parsePage(stranger.text).text(signIn)).toBe('Sign in')
  expect(stranger.headers.get('cache-control')).toBe('public, no-cache')
  expect(stranger.headers.get('vary')).toContain('Cookie')
  const browser = await signedInBrowser(server, 'Ada & <Co>')
  const own = await browser.open('')
  expect(parsePage(own.text).text('a[href$="/account/"] bdi')).toBe('Ada & <Co>')
  expect(own.text).not.toContain('/login/')
  expect(own.headers.get('cache-control')).toBe('no-store')
  const after = await browser.submit(await browser.open('account/'), 'Sign out')
  expect([after.address.pathname, parsePage(after.text).text(signIn)]).toEqual(['/', 'Sign in'])
})

const ABOUT = `# Us
<script>alert(1)</script> <b>Bold</b> **Strong** ![Pixel](https://spy.example/pixel.png)
[Run](javascript:alert(1)) [Blog](https://blog.example/) <mailto:post@site.example>`

test('pages show the texts, the logo and the links of the community', async () => {
  await using server = await startTestServer({
    language: 'fr',
    tagline: 'Old <pictures>',
    logo: 'logo.svg',
    about: ABOUT,
    contact: '## Where\n\n### When',
    imprint: JSON.stringify({ de: 'Verein', fr: 'Association' }),
    footerLinks: JSON.stringify([
      { title: { en: 'Blog', de: 'Blog!' }, url: 'https://b.example/' },
    ]),
  })
  await writeFile(join(server.data, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const open = async (path: string) => {
    const response = await server.fetch(path, { headers: { accept: 'text/html' } })
    return { status: response.status, page: parsePage(await response.text()) }
  }
  const { page: home } = await open('/?lang=de')
  expect(home.text('.lead')).toBe('Old <pictures>')
  expect(home.attribute('.site img', 'src')).toBe('/logo')
  expect(home.texts('footer ul:not(.languages) a').slice(0, 4)).toEqual([
    'Über uns',
    'Impressum',
    'Kontakt',
    'Blog!',
  ])
  const { page: about } = await open('/about/')
  expect(about.texts('main h1, main h2')).toEqual(['À propos', 'Us'])
  expect(about.text('main')).toContain('<script>alert(1)</script> <b>Bold</b> Strong')
  expect(about.has('main :is(script, b, img)')).toBe(false)
  expect(about.attributes('main a', 'href')).toEqual([
    'https://spy.example/pixel.png',
    'https://blog.example/',
    'mailto:post@site.example',
  ])
  const { page: contact } = await open('/contact/')
  expect(contact.texts('h2, h3')).toEqual(['Where', 'When'])
  expect(about.attributes('head link[hreflang]', 'href').slice(-3)).toEqual([
    `${server.baseUrl}/about/`,
    `${server.baseUrl}/about/?lang=es`,
    `${server.baseUrl}/about/`,
  ])
  const { page: imprint } = await open('/imprint/?lang=es')
  expect(imprint.text('main [lang="de"]')).toBe('Verein')
  expect(await open('/privacy/')).toMatchObject({ status: 404 })
  const logo = await server.fetch('/logo')
  expect(logo.headers.get('content-type')).toBe('image/svg+xml')
  expect(logo.headers.get('content-security-policy')).toContain('sandbox')
})

test('tells where users contribute under which license that is published', async () => {
  await using server = await startTestServer({
    contributionsLicense: JSON.stringify({
      title: 'Terms of the <town>',
      url: 'https://t.example/',
    }),
  })
  const seed = createSeed(server)
  const image = await seed.image()
  const ada = await signedInBrowser(server, 'Ada')
  const { id: user_id } = await server.catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Ada')
    .executeTakeFirstOrThrow()
  const collection_id = await seed.collection()
  for (let made = 0; made < 5; made += 1)
    await seed.point(await seed.image({ collection_id }), { user_id })
  await seed.point(image)
  const sentence = 'Your contributions are published under the license Terms of the <town>.'
  for (const [path, times] of [
    [`georeference/?image=${image}`, 1],
    [`check/?image=${image}`, 1],
    [`${image}/`, 2],
    [`${image}/subjects/`, 1],
  ] as const) {
    const page = parsePage((await ada.open(path)).text)
    const said = page.texts('p').filter((text) => text === sentence)
    expect([path, said.length]).toEqual([path, times])
    expect(page.attributes('p a', 'href')).toContain('https://t.example/')
  }
  const visitor = parsePage((await createBrowser(server.baseUrl).open(`${image}/`)).text)
  expect(visitor.texts('p')).not.toContain(sentence)
  const { locationCreated } = JSON.parse(visitor.text('script[type="application/ld+json"]')!)
  expect(locationCreated.subjectOf.license).toBe('https://t.example/')
  const linkOf = async (path: string) => (await server.fetch(path)).headers.get('link')
  const link = '<https://t.example/>; rel="license"'
  expect(await linkOf('/api/v2/georeferences/?page_size=1')).toBe(link)
  expect(await linkOf('/api/v2/from-above-georeferences/export/')).toBe(link)
  expect(await linkOf('/api/v2/images/')).toBe(null)
  const { attribution } = await server.get('/api/v2/tiles.json')
  expect(attribution).toBe(
    `<a href="${server.baseUrl}/">Historical image catalog</a>, <a href="https://t.example/">Terms of the &lt;town&gt;</a>`,
  )
  const { metadata, rights } = await server.get(`/iiif/presentation/3/images/${image}/`)
  expect(metadata.at(-1)).toEqual({
    label: { en: ['License of the place'] },
    value: { none: ['<a href="https://t.example/">Terms of the &lt;town&gt;</a>'] },
  })
  expect(rights).toBeUndefined()
})

test('describes published data for search engines, if their address is set', async () => {
  await using server = await startTestServer({ publishedUrl: 'https://data.example/archive/' })
  await using silent = await startTestServer()
  const describe = async (of: typeof server, path: string) =>
    parsePage(await (await of.fetch(path)).text())
      .texts('script[type="application/ld+json"]')
      .map((text) => JSON.parse(text))
  const collections: number[] = []
  for (const { seed } of [server, silent].map((each) => ({ seed: createSeed(each) }))) {
    await seed.setting('site_name', 'Old Town')
    const collection = await seed.collection({ name: 'Bridges </script>' })
    await seed.image({ collection_id: collection })
    collections.push(collection, await seed.collection({ public: 0 }))
  }
  const [, data] = await describe(server, '/')
  expect(data).toMatchObject({
    '@type': 'DataCatalog',
    name: 'Data of Old Town',
    dataset: { '@type': 'Dataset', license: 'https://data.example/archive/latest/LICENSE.txt' },
  })
  expect(data.dataset.description.length).toBeGreaterThan(50)
  expect(data.dataset.distribution).toContainEqual({
    '@type': 'DataDownload',
    contentUrl: 'https://data.example/archive/latest/georeferences.parquet',
    encodingFormat: 'application/vnd.apache.parquet',
  })
  const [id] = collections
  const [, exported] = await describe(server, `/collections/${id}/`)
  expect(exported).toMatchObject({ '@type': 'Dataset', name: 'Bridges </script>' })
  const [{ contentUrl, encodingFormat }] = exported.distribution
  const download = await server.fetch(contentUrl)
  expect(download.headers.get('Content-Type')).toBe(encodingFormat)
  expect((await download.text()).trim().split('\n')).toHaveLength(2)
  for (const path of ['/', `/collections/${id}/`])
    expect(await describe(silent, path)).toHaveLength(1)
})
