import { afterAll, expect, test } from 'vitest'
import { writeSetting } from '../../../src/core/writes/settings.ts'
import { insertSource } from '../../../src/core/writes/sources.ts'
import { routes } from '../../../src/server/routes/index.ts'
import { hostContext } from '../../support/host-context.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const browser = await signedInBrowser(server, 'Ada')
const cookie = `catalog_session=${browser.cookies().get('catalog_session')}`
const csrf = parsePage((await browser.open('account/')).text).value('csrf')!

/**
 * Forms with rules of their own: the sign-in has no session yet, an app starts the authorization, and finding a place
 * changes nothing.
 */
const OTHERS = ['/login/', '/logout/', '/oauth/authorize/', '/georeference/:id/find/']

const forms = routes
  .filter(({ method, errorFormat }) => method === 'POST' && errorFormat === 'page')
  .map(({ path }) => path)
  .filter((path) => !OTHERS.includes(path))

function post(path: string, headers: Record<string, string>, fields: Record<string, string> = {}) {
  const body = new URLSearchParams(fields)
  const filled = path.replaceAll(/:\w+/g, '1')
  return server.fetch(filled, { method: 'POST', body, headers, redirect: 'manual' })
}

test.each(forms)(
  '%s sends a user without a session to the sign-in and back to a page',
  async (path) => {
    const { status, headers } = await post(path, {}, { csrf })
    expect(status).toBe(303)
    const location = new URL(headers.get('location')!)
    expect(location.pathname).toBe('/login/')
    const next = await server.fetch(location.searchParams.get('next')!, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    // 404 only for the object with id 1, which this catalog does not have.
    expect(path.includes(':') ? [200, 303, 404] : [200, 303]).toContain(next.status)
  },
)

test.each(forms)('%s rejects a form without the token of the session', async (path) => {
  const forgeries: Record<string, string>[] = [
    {},
    { csrf: '' },
    { csrf: 'x' },
    { csrf: csrf.slice(1) },
    { csrf: `${csrf}x` },
  ]
  for (const fields of forgeries) {
    const response = await post(path, { cookie }, fields)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('This form has expired.')
  }
})

test.each(forms)('%s rejects a form from another site', async (path) => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    const response = await post(path, { cookie, 'sec-fetch-site': site }, { csrf })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('another site')
  }
})

type Fields = Record<string, string>

/** Objects of the catalog that the forms below name. */
async function seedObjects() {
  const seed = createSeed(server)
  await seed.staff('Ada')
  await server.catalog.write(async (tx) => {
    // Accounts have lower limits on their first day.
    await tx.updateTable('user').set({ created_at: 0 }).execute()
  })
  const { id: ada } = await server.catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Ada')
    .executeTakeFirstOrThrow()
  const other = await seed.user()
  const source = await seed.source({ name: 'Museum' })
  await seed.source({ name: 'Archive' })
  const hidden = await seed.collection({ source_id: source, name: 'Hidden', public: 0 })
  const album = await seed.collection({ source_id: source, name: 'Album' })
  const license = await seed.license({ name: 'CC0' })
  const image = await seed.image({ collection_id: album, license_id: license, edtf_date: '1920' })
  const placed = await seed.image({ collection_id: album, from_above: 1 })
  const own = await seed.point(placed, { user_id: ada })
  const duplicate = await seed.image({ collection_id: album, duplicate_of: placed })
  const closed = await seed.image({ collection_id: album, will_not_georef: 1 })
  const comment = await seed.comment(image, { commented_by: other })
  const subject = await seed.subject({ title: 'Mill', slug: 'mill' })
  await seed.subject({ title: 'Bridge', slug: 'bridge' })
  const fields = { flagged_by: other, reason: 'rights', text: null } as const
  const { id: flag } = await server.catalog.write((tx) =>
    tx
      .insertInto('flag')
      .values({ ...fields, image_id: image, flagged_at: 0, resolved_at: null, resolved_by: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const entries = await server.catalog.write(async (tx) => {
    const context = hostContext(server.catalog.clock)
    for (const value of ['One', 'Two'])
      await writeSetting(tx, { name: 'site_name', value }, context)
    const source = { name: 'New', slug: 'new', url: '', description: '', public: false }
    await insertSource(tx, source, context)
    const actions = ['setting.set', 'source.create']
    return tx
      .selectFrom('audit_entry')
      .select('id')
      .where('action', 'in', actions)
      .orderBy('id')
      .execute()
  })
  const [setting, , creation] = entries.map(({ id }) => String(id))
  const users = { ada, other }
  const images = { closed, duplicate, image, placed }
  const others = { album, comment, flag, hidden, license, own, source, subject }
  return { ...users, ...images, ...others, setting: setting!, creation: creation! }
}

type Objects = Awaited<ReturnType<typeof seedObjects>>

/** Each form with what is wrong, and what the page says. */
const REFUSALS: readonly [
  language: string,
  form: (objects: Objects) => [path: string, fields: Fields],
  sentence: string,
][] = [
  ['de', ({ image }) => [`/${image}/comments/`, { text: ' ' }], 'Füllen Sie dieses Feld aus.'],
  [
    'de',
    ({ image }) => [`/${image}/comments/`, { text: 'x'.repeat(10_001) }],
    'Geben Sie höchstens 10.000 Zeichen ein.',
  ],
  [
    'de',
    ({ image }) => [`/${image}/flags/`, { reason: 'ugly' }],
    'Wählen Sie eine der angebotenen Möglichkeiten.',
  ],
  [
    'de',
    ({ image }) => [`/${image}/subjects/`, { subject: 'tower' }],
    'Das Motiv „tower“ gibt es nicht.',
  ],
  [
    'de',
    ({ image }) => [`/${image}/subjects/`, { kb_id: 'tower' }],
    'Geben Sie die Nummer eines Wikidata-Objekts ein',
  ],
  [
    'de',
    ({ image, subject }) => [`/${image}/subjects/change/`, { order: String(subject) }],
    'Die Motive des Bildes wurden inzwischen geändert.',
  ],
  [
    'de',
    ({ placed, own }) => [
      `/${placed}/validations/`,
      { georeference: String(own), validation: 'correct' },
    ],
    'Diese Verortung ist von Ihnen selbst.',
  ],
  ['de', ({ duplicate }) => ['/georeference/', point(duplicate)], 'Verorten Sie jenes.'],
  ['de', ({ closed }) => ['/georeference/', point(closed)], 'nicht zu verorten ist.'],
  [
    'de',
    ({ placed }) => ['/georeference/', { ...point(placed), previous: '' }],
    'Sie haben dieses Bild schon verortet.',
  ],
  [
    'de',
    ({ image }) => ['/georeference/', { ...point(image), previous: '999' }],
    'wurde inzwischen gelöscht.',
  ],
  [
    'de',
    ({ placed }) => [
      `/polygonal-georeference/${placed}/`,
      area(placed, '1, 0\n1.1, 0.1\n1, 0.1\n1.2, 0'),
    ],
    'Die Linien kreuzen sich',
  ],
  [
    'fr',
    ({ placed }) => [`/polygonal-georeference/${placed}/`, area(placed, '1, 0\n1, 9\n9, 9')],
    'La zone est trop grande.',
  ],
  [
    'es',
    ({ placed }) => [`/polygonal-georeference/${placed}/`, area(placed, '0, 0')],
    'Un contorno necesita al menos tres vértices distintos.',
  ],
  [
    'de',
    ({ placed, own }) => [
      '/check/',
      { image: String(placed), georeference: String(own), validation: 'correct' },
    ],
    'Diese Verortung ist von Ihnen selbst.',
  ],
  [
    'de',
    ({ image }) => [`/georeference/${image}/skip/`, { text: 'x'.repeat(10_000) }],
    'Geben Sie höchstens',
  ],
  [
    'de',
    ({ image }) => [`/${image}/comments/delete/`, { comment: '999' }],
    'Das gibt es nicht mehr, oder Sie können es nicht sehen.',
  ],
  ['de', () => ['/account/erase/', { name: 'Grace' }], 'Das ist nicht Ihr Name.'],
  [
    'de',
    () => ['/staff/sources/', { name: 'x', slug: 'archive' }],
    'Eine andere Quelle hat diesen Kurznamen schon.',
  ],
  [
    'de',
    () => ['/staff/sources/', { name: 'x', slug: 'ä', url: 'nowhere' }],
    'Geben Sie eine gültige Webadresse ein.',
  ],
  [
    'de',
    ({ source }) => [`/staff/sources/${source}/collections/`, { name: 'x', slug: 'album' }],
    'Eine andere Sammlung dieser Quelle hat diesen Kurznamen schon.',
  ],
  [
    'de',
    ({ hidden }) => [`/staff/collections/${hidden}/announce/`, {}],
    'die zugehörige Quelle ist nicht öffentlich.',
  ],
  [
    'de',
    ({ album }) => [`/staff/collections/${album}/images/`, { action: 'close' }],
    'Wählen Sie mindestens ein Bild aus.',
  ],
  [
    'de',
    ({ image }) => [`/staff/images/${image}/`, { edtf_date: '1920-13' }],
    'Kein gültiges EDTF-Datum: Fehler an Stelle 6.',
  ],
  [
    'de',
    ({ image }) => [`/staff/images/${image}/`, { license_name: 'mine' }],
    'Die Lizenz „mine“ gibt es nicht.',
  ],
  [
    'de',
    ({ image }) => [
      `/staff/images/${image}/`,
      { duplicate_of: String(image), loaded: '{"duplicate_of":""}' },
    ],
    'kann kein Duplikat von sich selbst sein.',
  ],
  [
    'de',
    ({ image }) => [`/staff/images/${image}/`, { order: 'x' }],
    'Geben Sie eine ganze Zahl ein.',
  ],
  [
    'de',
    ({ placed }) => [`/staff/images/${placed}/delete/`, { number: String(placed) }],
    'Ändern oder löschen Sie zuerst das Duplikat.',
  ],
  [
    'de',
    () => ['/staff/licenses/', { name: 'cc0' }],
    'Eine Lizenz mit dem Namen cc0 gibt es schon.',
  ],
  ['de', ({ license }) => [`/staff/licenses/${license}/remove/`, {}], 'Ein Bild hat diese Lizenz.'],
  [
    'de',
    ({ subject }) => [`/staff/subjects/${subject}/`, { slug: 'bridge', loaded: '{"slug":"mill"}' }],
    'Ein anderes Motiv hat diesen Kurznamen schon.',
  ],
  [
    'de',
    () => ['/staff/settings/', { name: 'viewing_cone', viewing_cone: '361' }],
    'Geben Sie eine Zahl von 0 bis 360 Grad ein.',
  ],
  [
    'de',
    ({ ada }) => [`/staff/people/${ada}/suspend/`, {}],
    'Ihr eigenes Konto können Sie nicht sperren.',
  ],
  [
    'de',
    ({ flag, album }) => ['/staff/flags/hide/', { flag: String(flag), collection: String(album) }],
    'Wählen Sie eine Sammlung, die nicht öffentlich ist.',
  ],
  [
    'de',
    ({ creation }) => ['/staff/history/revert/', { entry: creation }],
    'Vorher gab es nichts.',
  ],
  [
    'de',
    ({ setting }) => ['/staff/history/revert/', { entry: setting }],
    'Die Einstellung wurde inzwischen noch einmal geändert.',
  ],
  ['fr', ({ image }) => [`/${image}/comments/`, { text: ' ' }], 'Remplissez ce champ.'],
  ['es', ({ image }) => [`/${image}/comments/`, { text: ' ' }], 'Rellene este campo.'],
  ['fr', () => ['/staff/licenses/', { name: 'cc0' }], 'Une licence nommée cc0 existe déjà.'],
  ['es', () => ['/staff/licenses/', { name: 'cc0' }], 'Ya existe una licencia llamada cc0.'],
]

function point(image: number): Fields {
  return { image: String(image), position: '47.5, 7.6', confidence: 'high' }
}

function area(image: number, polygon: string): Fields {
  return { image: String(image), polygon, confidence: 'high' }
}

test('says in the language of the page why a form is refused', async () => {
  const objects = await seedObjects()
  for (const [language, form, sentence] of REFUSALS) {
    const [path, fields] = form(objects)
    const headers = { cookie, 'accept-language': language, accept: 'text/html' }
    const response = await post(path, headers, { csrf, ...fields })
    const text = parsePage(await response.text()).text('main')
    expect.soft(response.status, path).toBeGreaterThanOrEqual(400)
    expect.soft(text, path).toContain(sentence)
    expect.soft(text, path).not.toMatch(ENGLISH)
  }
})

/** Words that no other language of the pages has. */
const ENGLISH = /\b(?:this|must|enter|cannot|choose|already|exists?|field)\b/i

test.each([
  ['signing out', '/logout/'],
  ['erasing the account', '/account/erase/'],
])('%s makes the browser forget the session, drafts and pages', async (_, path) => {
  const other = await signedInBrowser(server, 'Heloise')
  const { text } = await other.open('account/')
  const { status, headers } = await post(
    path,
    { cookie: `catalog_session=${other.cookies().get('catalog_session')}` },
    { csrf: parsePage(text).value('csrf')!, name: 'Heloise' },
  )
  expect(status).toBe(303)
  expect(headers.get('clear-site-data')).toBe('"storage", "cache"')
  expect(headers.get('set-cookie')).toMatch(/^catalog_session=;/)
})
