import { afterAll, expect, test } from 'vitest'
import { signedInBrowser } from '../support/oauth.ts'
import { startTestServer } from '../support/test-server.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())

/** What a browser gets that goes to this address. */
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
    'an address that only takes forms',
    { path: '/account/withdraw/', status: 405, title: 'be opened' },
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
  '%s is told to a browser on a page',
  async (_what, { path, init, status, title }) => {
    const page = await browse(path, init)
    expect([page.status, page.type]).toEqual([status, PAGE])
    expect(page.text).toContain(`${title}</h1>`)
    expect(page.text).toContain(`href="${server.baseUrl}/"`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('vary')).toContain('Accept')
  },
)

test.each(FAILURES)('%s is told to a program in JSON', async (_what, { path, init, status }) => {
  const answer = await browse(path, init, 'application/json')
  expect([answer.status, answer.type]).toEqual([status, JSON_TYPE])
  expect(
    Object.values(JSON.parse(answer.text) as object)
      .flat()
      .join(),
  ).toMatch(/\.$|redirect/)
  expect(answer.headers.get('vary')).toContain('Accept')
})

test.each([
  ['/api/v2/images/7/', {}],
  ['/api/v2/nothing/', {}],
  ['/.well-known/nothing', {}],
  ['/oauth/token/', FORM],
])('%s answers in JSON, also to a browser', async (path, init) => {
  const { status, type } = await browse(path, init)
  expect([status >= 400, type]).toEqual([true, JSON_TYPE])
})

test('who does not say what they read gets JSON where programs ask, a page where people sign in', async () => {
  expect((await browse('/nothing/', {}, '*/*')).type).toBe(JSON_TYPE)
  expect((await browse('/oauth/authorize/', {}, '*/*')).type).toBe(PAGE)
})

test('an app that asks badly is told so in the words of OAuth when it reads JSON', async () => {
  const { text } = await browse('/oauth/authorize/?client_id=x', {}, 'application/json')
  expect(JSON.parse(text)).toMatchObject({ error: 'invalid_request' })
})

test('a page that fails for a while can be asked for again, a form cannot', async () => {
  await using unconnected = await startTestServer({ dev: false })
  const headers = { accept: BROWSER }
  const page = await unconnected.fetch('/login/?next=/account/', { headers })
  const again = `href="${unconnected.baseUrl}/login/?next=/account/"`
  expect([page.status, (await page.text()).includes(again)]).toEqual([503, true])
  expect((await browse('/nothing/')).text).not.toContain('Try again')
})

test('a defect shows its number in the log and nothing of its inside', async () => {
  await using broken = await startTestServer()
  const browser = await signedInBrowser(broken)
  await broken.catalog.write((tx) => tx.schema.dropTable('consent').execute())
  const { status, text, headers } = await browser.open('account/')
  expect(status).toBe(500)
  expect(text).toContain(headers.get('x-request-id'))
  expect(text).not.toMatch(/consent|SQL|sqlite|\.ts|node_modules/i)
})

test('what somebody put into the address does not come back as markup', async () => {
  const hostile = '/%3Cscript%3Ealert(1)%3C/script%3E?"><script>alert(1)</script>'
  expect((await browse(hostile)).text).not.toContain('<script')
})
