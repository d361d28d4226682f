import { afterAll, expect, test } from 'vitest'
import { signedInBrowser } from '../support/oauth.ts'
import { parsePage } from '../support/parse-page.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { breakTable } from '../support/rows.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())

/** Requests the address as a browser does. */
async function browse(path: string, init: RequestInit = {}, accept = BROWSER) {
  const response = await server.fetch(path, { ...init, headers: { accept } })
  const type = response.headers.get('content-type')
  return { status: response.status, type, headers: response.headers, text: await response.text() }
}

const PAGE = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json'
const FORM = { method: 'POST', body: new URLSearchParams() }

interface Failing {
  path: string
  init?: RequestInit
  status: number
  title: string
}

const FAILURES: [what: string, Failing][] = [
  ['an unknown address', { path: '/nothing/', status: 404, title: 'Page not found' }],
  [
    'an address that accepts only POST',
    { path: '/account/withdraw/', status: 405, title: 'This page can’t be opened' },
  ],
  [
    'an app nobody knows',
    { path: '/oauth/authorize/?client_id=x', status: 400, title: 'Invalid request' },
  ],
  ['a sign-in that is not there', { path: '/login/osm/', status: 404, title: 'Page not found' }],
  [
    'a form of another kind',
    {
      path: '/logout/',
      init: { method: 'POST', body: 'x' },
      status: 415,
      title: 'Unsupported format',
    },
  ],
  [
    'a user that does not exist',
    {
      path: '/login/',
      init: { method: 'POST', body: new URLSearchParams({ user: '7' }) },
      status: 400,
      title: 'Invalid request',
    },
  ],
  [
    'a picture that is gone',
    { path: '/media/images/7/original.jpg', status: 404, title: 'Page not found' },
  ],
]

test.each(FAILURES)(
  'answers a browser with an error page for %s',
  async (_what, { path, init, status, title }) => {
    const page = await browse(path, init)
    expect([page.status, page.type]).toEqual([status, PAGE])
    const parsed = parsePage(page.text)
    expect(parsed.text('h1')).toBe(title)
    expect(parsed.attributes('a', 'href')).toContain(`${server.baseUrl}/`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('vary')).toContain('Accept')
  },
)

test('shows the name of the catalog on error pages, also while the database fails', async () => {
  await createSeed(server).setting('site_name', 'Town in pictures')
  server.clock.advance(60)
  await expect.poll(async () => (await browse('/nothing/')).text).toContain('Town in pictures')
  await using _broken = await breakTable(server, 'setting')
  expect((await browse('/nothing/')).text).toContain('Town in pictures')
})

test.each(FAILURES)(
  'answers other clients with JSON for %s',
  async (_what, { path, init, status }) => {
    const answer = await browse(path, init, 'application/json')
    expect([answer.status, answer.type]).toEqual([status, JSON_TYPE])
    expect(
      Object.values(JSON.parse(answer.text) as object)
        .flat()
        .join(),
    ).toMatch(/\.$|redirect/)
    expect(answer.headers.get('vary')).toContain('Accept')
  },
)

test.each([
  ['/api/v2/images/7/', {}],
  ['/api/v2/nothing/', {}],
  ['/.well-known/nothing', {}],
  ['/oauth/token/', FORM],
])('%s answers in JSON, also to a browser', async (path, init) => {
  const { status, type } = await browse(path, init)
  expect([status >= 400, type]).toEqual([true, JSON_TYPE])
})

test('without an Accept header the API answers with JSON, the sign-in with a page', async () => {
  expect((await browse('/nothing/', {}, '*/*')).type).toBe(JSON_TYPE)
  expect((await browse('/oauth/authorize/', {}, '*/*')).type).toBe(PAGE)
})

test('marks a message for developers as English on a page in another language', async () => {
  const { text } = await browse('/oauth/authorize/?client_id=x&lang=de')
  expect(text).toContain('hat eine ungültige Anfrage gestellt.')
  const message = parsePage(text).text('p[lang=en]')
  expect(message).toBe('The parameter code_challenge_method must be S256.')
})

test('answers an app that accepts JSON with an OAuth error', async () => {
  const { text } = await browse('/oauth/authorize/?client_id=x', {}, 'application/json')
  expect(JSON.parse(text)).toMatchObject({ error: 'invalid_request' })
})

test('offers to retry a page that failed temporarily, but not a form', async () => {
  await using unconnected = await startTestServer({ dev: false })
  const headers = { accept: BROWSER }
  const page = await unconnected.fetch('/login/?next=/account/', { headers })
  expect(page.status).toBe(503)
  const again = `${unconnected.baseUrl}/login/?next=/account/`
  expect(parsePage(await page.text()).attributes('a', 'href')).toContain(again)
  const german = await unconnected.fetch('/login/?lang=de', { headers })
  expect(await german.text()).toContain('Die Anmeldung ist hier noch nicht eingerichtet.')
  expect((await browse('/nothing/')).text).not.toContain('Try again')
})

test('an internal error shows its request id and no details', async () => {
  await using broken = await startTestServer()
  const browser = await signedInBrowser(broken)
  await using _broken = await breakTable(broken, 'consent')
  const { status, text, headers } = await browser.open('account/')
  expect(status).toBe(500)
  expect(text).toContain(headers.get('x-request-id'))
  expect(text).not.toMatch(/consent|SQL|sqlite|\.ts|node_modules/i)
})

test('escapes markup in the address', async () => {
  const hostile = '/%3Cscript%3Ealert(1)%3C/script%3E?"><script>alert(1)</script>'
  expect((await browse(hostile)).text).not.toContain('<script')
})
