import { afterAll, expect, test } from 'vitest'
import { routes } from '../../../src/server/routes/index.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const browser = await signedInBrowser(server, 'Ada')
const cookie = `catalog_session=${browser.cookies().get('catalog_session')}`
const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open('account/')).text)![1]!

/** Forms with rules of their own: the sign-in has no session yet, and an app starts the authorization. */
const OTHERS = ['/login/', '/logout/', '/oauth/authorize/']

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
