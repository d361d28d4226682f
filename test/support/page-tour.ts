import type { Cookie, Page } from 'playwright-core'
import { getFirstDayOfYear, getLastDayOfYear } from '../../src/core/edtf/days.ts'
import { ensureStaff } from '../../src/core/writes/users/ensure-staff.ts'
import { hideCommentRow } from '../../src/core/writes/comments/hide-comment.ts'
import { insertSuspension } from '../../src/core/writes/users/suspend-user.ts'
import {
  authorizePath,
  createPkce,
  obtainCode,
  REDIRECT_URI,
  registerApp,
  signedInBrowser,
} from './oauth.ts'
import { createSeed } from './seed.ts'
import { signIn } from './sign-in.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { hostContext } from './host-context.ts'

/** A page to visit. */
export interface Stop {
  name: string
  /** Opens the page in a new browser. */
  visit: (page: Page) => Promise<unknown>
  /** A selector of elements to leave out, of which the page has hundreds alike, so that a sample is enough. */
  except?: string
}

const PHONE_BROWSER = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0'
const LOCAL = 'http://127.0.0.1/callback'
const LONG = 'Importer of the Municipal Archive’s Photographic Collection '.repeat(3).trim()
const TURNED = '\u202eevil\u2066 \u202bהארכיון <b onclick="x">&amp;'

/** Pages to browse, each in one of the languages. */
export const BROWSE_PAGES = {
  images: '/images/?year_min=1900&creator=Ada&lang=fr',
  'images-none': '/images/?source=1,9&year_min=1990&lang=de',
  'images-invalid': '/images/?source=x&year_min=x&georeferenced=x',
  map: '/map/?year_min=1900&lang=de',
  about: '/about/?lang=es',
  'map-invalid': '/map/?year_min=x&lang=es',
  'map-layer': '/map/?layer=plan-of-1897/60&lang=fr',
  'map-pictures': '/map/pictures/?in_bbox=-10,-10,90,60&lang=fr',
  sources: '/sources/?lang=es',
  source: '/sources/1/?lang=de',
  collections: '/collections/?lang=fr',
  collection: '/collections/1/',
  subjects: '/subjects/?lang=de',
  subject: '/subjects/mill/',
  contributors: '/contributors/?lang=fr',
  contributor: '/contributors/4711/?lang=es',
  embed: '/1/embed/?lang=es',
  activity: '/activity/?lang=fr',
  search: '/search/?q=ada+vor+1950&lang=de',
  'search-similar': '/search/?q=harbours&lang=es',
}

/** Pages for staff, each in one of the languages. */
const STAFF_PAGES = {
  staff: 'staff/?lang=de',
  'staff-flags': 'staff/flags/?lang=en',
  'staff-imports': 'staff/imports/?lang=fr',
  'staff-jobs': 'staff/jobs/?lang=de&done=queued&count=3',
  'staff-damaged': 'staff/damaged/?lang=es',
  'staff-people': 'staff/people/?lang=fr',
  'staff-person': 'staff/people/4712/?kind=comments&lang=de',
  'staff-person-suspended': 'staff/people/4713/?done=suspended&lang=es',
  'staff-history': 'staff/history/?lang=es',
  'staff-revert': 'staff/people/4712/revert/?since=2000-01-01T00:00&lang=fr',
  'image-hidden-comment': '3/?lang=en',
  'staff-image': 'staff/images/1/?lang=de&done=saved',
  'staff-sources': 'staff/sources/?lang=es',
  'staff-source': 'staff/sources/1/?lang=fr&done=saved',
  'staff-collection': 'staff/collections/1/?lang=de',
  'staff-collection-images': 'staff/collections/1/images/?lang=fr&changed=2',
  'staff-subjects': 'staff/subjects/?lang=fr',
  'staff-subject': 'staff/subjects/1/?lang=de&done=saved',
  'staff-subject-merge': 'staff/subjects/1/merge/?into=2&lang=es',
  'staff-licenses': 'staff/licenses/?lang=es&done=added',
  'staff-license': 'staff/licenses/1/?lang=fr',
  'staff-settings': 'staff/settings/?lang=de',
  'staff-image-delete': 'staff/images/1/delete/?lang=fr',
}

const ABOUT = '## Us\n\n1. *Old* [pictures](https://a.example/)\n\n|a|b|\n|-|-|\n|1|2|'

/** The file is missing, which maps say. */
const LAYERS = JSON.stringify([
  {
    title: { en: 'Plan of 1897', de: 'Stadtplan der königlichen Landesaufnahme' },
    url: 'plan.pmtiles',
    years: '1897',
    bounds: [7, 47, 8, 48],
    credit: 'Sheet 4, [Library](https://library.example/)',
  },
])

export interface PageTour extends AsyncDisposable {
  stops: Stop[]
  /** Addresses of the servers. The first one has images. */
  baseUrls: readonly [string, ...string[]]
}

/** Starts servers with content, and returns every page of the site. */
export async function preparePageTour(): Promise<PageTour> {
  await using stack = new AsyncDisposableStack()
  const full = stack.use(
    await startTestServer({ about: ABOUT, tagline: '{"de": "Alte Bilder"}', layer: LAYERS }),
  )
  const broken = stack.use(await startTestServer())
  const flags = { dev: false, osmClientId: 'catalog', osmUrl: 'http://127.0.0.1:9' }
  const connected = stack.use(await startTestServer(flags))
  await fill(full)
  await broken.catalog.write((tx) => tx.schema.dropTable('staff_invitation').execute())
  const owned = stack.move()
  return {
    stops: [
      ...publicPages(full, connected),
      ...signInPages(full, connected),
      ...(await signedInPages(full)),
      ...errorPages(full, { connected, broken }),
    ],
    baseUrls: [full.baseUrl, connected.baseUrl, broken.baseUrl],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function publicPages(full: TestServer, connected: TestServer): Stop[] {
  return [
    { name: 'home', visit: (page) => page.goto(full.baseUrl) },
    { name: 'home-empty', visit: (page) => page.goto(`${connected.baseUrl}/?lang=de`) },
    { name: 'image-without-picture', visit: (page) => page.goto(`${full.baseUrl}/1/`) },
    ...Object.entries(BROWSE_PAGES).map(([name, path]) => ({
      name,
      visit: (page: Page) => page.goto(full.baseUrl + path),
    })),
    {
      name: 'documentation',
      visit: (page) => page.goto(`${full.baseUrl}/api/v2/docs/`),
      except:
        'section:nth-of-type(n + 4):not(#schemas), .entry ~ .entry ~ .entry, .contents li li ~ li ~ li',
    },
  ]
}

function signInPages(full: TestServer, connected: TestServer): Stop[] {
  return [
    { name: 'sign-in', visit: (page) => page.goto(`${connected.baseUrl}/login/`) },
    {
      name: 'sign-in-declined',
      visit: (page) => page.goto(`${connected.baseUrl}/login/?problem=declined`),
    },
    { name: 'sign-in-development', visit: (page) => page.goto(`${full.baseUrl}/login/`) },
  ]
}

async function signedInPages(server: TestServer): Promise<Stop[]> {
  const redirectUris = [REDIRECT_URI, LOCAL]
  const archivist = await signedInBrowser(server, 'Archivist')
  await signedInBrowser(server, 'Archivist', { 'User-Agent': PHONE_BROWSER })
  const [plain, long, turned] = await Promise.all(
    ['Importer', LONG, TURNED].map((name) => registerApp(server, { name, redirectUris })),
  )
  const scope = 'read import'
  const { challenge } = createPkce()
  for (const app of [plain!, long!, turned!]) {
    await obtainCode(archivist, app, challenge, { scope })
  }
  const asks = (app: { id: string }, changes: Record<string, string>): string =>
    authorizePath(app, challenge, { approval_prompt: 'force', ...changes })
  // Each sign-in loads three pages.
  const sessions = new Map<string, Cookie[]>()
  const as = (name: string, path: string) => async (page: Page) => {
    const session = sessions.get(name)
    if (session) await page.context().addCookies(session)
    else {
      await signIn(page, server.baseUrl, name)
      sessions.set(name, await page.context().cookies(server.baseUrl))
    }
    return page.goto(`${server.baseUrl}/${path}`)
  }
  return [
    { name: 'home-signed-in', visit: as(LONG, '') },
    { name: 'consent', visit: as('Archivist', asks(plain!, { redirect_uri: LOCAL, scope })) },
    { name: 'consent-long', visit: as('Ada', asks(long!, { scope })) },
    { name: 'consent-turned', visit: as('Ada', asks(turned!, {})) },
    { name: 'account-new', visit: as('Newcomer', 'account/') },
    { name: 'account', visit: as('Archivist', 'account/?done=withdrawn') },
    ...Object.entries(STAFF_PAGES).map(([name, path]) => ({ name, visit: as('Archivist', path) })),
  ]
}

type Servers = Record<'connected' | 'broken', TestServer>

function errorPages(full: TestServer, { connected, broken }: Servers): Stop[] {
  const at = (server: TestServer, path: string) => (page: Page) => page.goto(server.baseUrl + path)
  return [
    { name: 'error-400', visit: at(full, '/oauth/authorize/?client_id=nobody') },
    { name: 'error-404', visit: at(full, '/nothing/here') },
    {
      name: 'error-403',
      visit: async (page) => {
        await signIn(page, full.baseUrl, 'Ada')
        await page.goto(`${full.baseUrl}/account/`)
        await page.evaluate(() => {
          document.querySelector<HTMLInputElement>('input[name=csrf]')!.value = 'old'
        })
        await page.getByRole('button', { name: 'Sign out' }).first().click()
      },
    },
    {
      name: 'error-400-callback',
      visit: (page) => page.goto(`${connected.baseUrl}/login/osm/callback/?state=x`),
    },
    { name: 'error-503-outage', visit: at(connected, '/login/osm/') },
    {
      name: 'error-500',
      visit: async (page) => {
        await page.goto(`${broken.baseUrl}/login/`)
        await page.getByLabel('Username').fill('Ada')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      },
    },
  ]
}

async function fill(server: TestServer): Promise<void> {
  const seed = createSeed(server)
  const staff = { username: 'Archivist', osmId: 4711 }
  await server.catalog.write((tx) => ensureStaff(tx, staff, hostContext(server.clock)))
  await seed.user({ username: TURNED })
  const collection_id = await seed.collection()
  const titles = ['Market square', 'The old bridge, looking north towards the mill', 'Harbour']
  const subject = await seed.subject({ title: TURNED, slug: 'mill' })
  await seed.outline(subject, 'way/1')
  await seed.subject({ title: 'The water mill' })
  await seed.license({ display_name: LONG })
  for (const [n, title] of titles.entries()) {
    const [from, to] = [getFirstDayOfYear(1900 + 10 * n), getLastDayOfYear(1909 + 10 * n)]
    const date = { edtf_date: `19${n}5~`, fuzzy_from: from, fuzzy_to: to }
    const image = await seed.image({ collection_id, title, creator: 'Ada Foto', ...date })
    await seed.tag(image, subject)
    await seed.point(image, { user_id: 4711 })
    await seed.comment(image, { commented_by: 4711 })
  }
  await seed.rebuildFeed()
  await leaveWorkForStaff(server, collection_id)
  await moderate(server)
}

/** A user with a comment, and one who is suspended, with a hidden comment on image 3. */
async function moderate({ catalog, clock }: TestServer): Promise<void> {
  const seed = createSeed({ catalog })
  const context = hostContext(clock)
  await seed.user({ id: 4712, username: 'Commenter' })
  await seed.user({ id: 4713, username: 'Troll' })
  await seed.comment(3, { commented_by: 4712 })
  const comment = await seed.comment(3, { commented_by: 4713, text: 'Rude.' })
  await catalog.write(async (tx) => {
    await hideCommentRow(tx, comment, context)
    await insertSuspension(tx, { userId: 4713, reason: 'Rude comments.' }, context)
  })
}

/** An image of the collection whose file is damaged, its failed job, an upload and a report. */
async function leaveWorkForStaff({ catalog }: TestServer, collection_id: number): Promise<void> {
  const seed = createSeed({ catalog })
  const now = catalog.clock.now()
  const image = await seed.image({
    collection_id,
    title: LONG,
    file_version: 'v',
    file_type: 'image/jpeg',
  })
  const error = 'The file is damaged: premature end of JPEG image.'
  const attempts = { attempts: 1, max_attempts: 5, priority: 100, run_at: now, created_at: now }
  const job = {
    kind: 'derive',
    image_id: image,
    payload: '{}',
    state: 'running',
    ...attempts,
  } as const
  const slot = {
    user_id: 4711,
    collection_id,
    content_type: 'image/jpeg',
    state: 'consumed',
  } as const
  const lifetime = { created_at: now, expires_at: now + 1, image_id: image }
  const flag = { image_id: image, reason: 'rights', text: LONG, flagged_by: 4711 } as const
  await catalog.write(async (tx) => {
    await tx.insertInto('job').values(job).execute()
    const failed = {
      state: 'failed',
      failure: 'damaged',
      last_error: error,
      finished_at: now,
    } as const
    await tx.updateTable('job').set(failed).where('image_id', '=', image).execute()
    await tx
      .insertInto('slot')
      .values({ id: 'slot', ...slot, ...lifetime })
      .execute()
    await tx
      .insertInto('flag')
      .values({ ...flag, flagged_at: now })
      .execute()
  })
}
