import { expect, test } from 'vitest'
import {
  REDIRECT_URI,
  createPkce,
  obtainCode,
  postForm,
  registerApp,
  signedInBrowser,
} from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

async function readyToExchange(server: TestServer, { confidential = false } = {}) {
  const app = await registerApp(server, { confidential })
  const browser = await signedInBrowser(server)
  const { verifier, challenge } = createPkce()
  return { app, browser, verifier, code: await obtainCode(browser, app, challenge) }
}

function basic(id: string, secret: string): Record<string, string> {
  const half = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')
  return { Authorization: `Basic ${btoa(`${half(id)}:${half(secret)}`)}` }
}

test('authenticates a confidential app by HTTP Basic only, percent-encoded', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server, { confidential: true })
  const attempt = (changes: Record<string, string | undefined>, headers = {}) =>
    postForm(
      server,
      '/oauth/token/',
      {
        grant_type: 'authorization_code',
        redirect_uri: REDIRECT_URI,
        code,
        code_verifier: verifier,
        ...changes,
      },
      headers,
    )
  const secret = app.secret!
  for (const [changes, headers] of [
    [{ client_id: app.id }, {}],
    [{ client_id: app.id, client_secret: secret }, {}],
    [{}, basic(app.id, 'cat_cs_wrong')],
    [{}, basic(app.id, '')],
    [{}, basic('nobody', secret)],
    [{ client_id: 'another' }, basic(app.id, secret)],
    [{}, { Authorization: 'Basic ???' }],
    [{}, { Authorization: `Basic ${btoa('%zz:x')}` }],
    [{ client_id: app.id }, { Authorization: 'Bearer x' }],
  ] as [Record<string, string>, Record<string, string>][]) {
    expect(await attempt(changes, headers)).toMatchObject({
      status: 400,
      body: { error: 'invalid_client' },
    })
  }
  const wrong = await attempt({}, basic(app.id, 'cat_cs_wrong'))
  expect(wrong.body.error_description).toMatch(/client secret is wrong/)
  expect((await attempt({}, basic(app.id, secret))).status).toBe(200)
})

test('rejects a secret of a public app, unless it is empty', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  const fields = {
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code,
    code_verifier: verifier,
  }
  const made = await postForm(server, '/oauth/token/', fields, basic(app.id, 'invented'))
  expect(made.body.error).toBe('invalid_client')
  expect((await postForm(server, '/oauth/token/', fields, basic(app.id, ''))).status).toBe(200)
})

test('revoking requires the same client authentication', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server, { confidential: true })
  const revoke = (fields: Record<string, string>, headers = {}) =>
    postForm(server, '/oauth/revoke_token/', { token: 'cat_rt_x', ...fields }, headers)
  const named = await revoke({ client_id: app.id })
  expect(named).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  const wrong = await revoke({}, basic(app.id, 'cat_cs_wrong'))
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  expect((await revoke({}, basic(app.id, app.secret!))).status).toBe(200)
})
