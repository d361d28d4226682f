import { afterAll, expect, test } from 'vitest'
import { authorizePath, createPkce, registerApp, signedInBrowser } from '../support/oauth.ts'
import { routes } from '../../src/server/routes/index.ts'
import { parsePage } from '../support/parse-page.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const browser = await signedInBrowser(server)
const app = await registerApp(server)
const consent = authorizePath(app, createPkce().challenge)

const forPeople = routes.filter(
  ({ responses, errorFormat }) =>
    errorFormat === 'page' || JSON.stringify(responses[200])?.includes('text/html'),
)
const addresses = [
  ...new Set(forPeople.map(({ path }) => path.slice(1))),
  consent,
  'nothing/',
  'login/?next=https://evil.example',
]

test.each(addresses)('/%s forbids framing, foreign scripts and referrers', async (path) => {
  const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const method of ['GET', 'POST']) {
    const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const response = await server.fetch(`/${path}`, { method, headers, redirect: 'manual' })
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|script-src (?!'self';)|\*/)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const open = response.headers.get('access-control-allow-origin')
    expect(open).toBe(path.startsWith('api/') ? '*' : null)
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(await response.text()).not.toMatch(
        /<script(?! type="(?:application\/ld\+json"|module" src="\/assets\/[^"]*"><\/script>))| on\w+="|javascript:/,
      )
    }
  }
})

test('pages of a user are sent with no-store', async () => {
  for (const path of ['', 'account/', 'login/', consent]) {
    const { headers } = await browser.open(path)
    expect(headers.get('cache-control'), path).toMatch(/^no-store/)
  }
})

test('each page has a unique title, one heading and a language', async () => {
  const titles = new Set<string>()
  for (const path of ['', 'account/', consent, 'nothing/', 'api/v2/docs/']) {
    const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: 'text/html' }
    const text = await (await server.fetch(`/${path}`, { headers })).text()
    const page = parsePage(text)
    expect(page.attribute('html', 'lang')).toBe('en')
    expect(page.findAll('h1')).toHaveLength(1)
    expect(page.text('head title')).toMatch(/./)
    titles.add(page.text('head title')!)
  }
  expect(titles.size).toBe(5)
})
