import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  redirectParams,
  authorizePath,
  createPkce,
  exchange,
  obtainCode,
  postForm,
  refresh,
  registerApp,
  REDIRECT_URI,
  signedInBrowser,
} from '../../support/oauth.ts'
import { createTestLog } from '../../support/test-log.ts'
import { onPostgres, readEveryRow } from '../../support/test-postgres.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { bearer } from '../../support/tokens.ts'
import { breakTable, readRows } from '../../support/rows.ts'

/** Sends every kind of request, successful and rejected. @returns every secret that was used */
async function useEverySecret(server: TestServer): Promise<string[]> {
  const browser = await signedInBrowser(server)
  const known = await registerApp(server)
  const registration = await server.fetch('/api/v2/apps/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Secretive', redirect_uris: REDIRECT_URI }),
  })
  const app = (await registration.json()) as { client_id: string; client_secret: string }
  const basic = `Basic ${btoa(`${app.client_id}:${app.client_secret}`)}`
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, { id: app.client_id }, challenge, {
    scope: 'read import',
    state: 'a-state-of-the-app',
  })
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code,
    code_verifier: verifier,
  }
  const asApp = (path: string, fields: Record<string, string>) =>
    postForm(server, path, fields, { Authorization: basic })
  await postForm(server, '/oauth/token/', { ...form, client_secret: app.client_secret })
  const { body: tokens } = await asApp('/oauth/token/', form)
  const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  await asApp('/oauth/token/', { ...again, scope: tokens.access_token })
  const { body: fresh } = await asApp('/oauth/token/', again)
  await server.fetch('/api/v2/auth/me/', { headers: bearer(fresh.access_token) })
  await server.fetch(`/api/v2/auth/me/?access_token=${fresh.access_token}`)
  await server.fetch('/api/v2/sources/', { method: 'POST', headers: bearer(fresh.access_token) })
  server.clock.advance(31)
  await asApp('/oauth/token/', again)
  await asApp('/oauth/revoke_token/', { token: fresh.refresh_token })
  const own = [app.client_secret, basic.slice('Basic '.length), code, verifier]
  const others = await withdrawConsent(server, browser, known)
  const session = browser.cookies().get('catalog_session')!
  await browser.submit(await browser.open('account/'), 'Sign out')
  const issued = [tokens, fresh].flatMap(({ access_token, refresh_token }) => [
    access_token,
    refresh_token,
  ])
  return [...own, ...issued, ...others, session]
}

/** Sends secrets in the places of other values. */
async function misplaceSecrets(
  server: TestServer,
  app: { id: string },
  { access_token, refresh_token }: { access_token: string; refresh_token: string },
): Promise<void> {
  const form = { grant_type: 'refresh_token', refresh_token }
  await postForm(server, '/oauth/token/', { ...form, client_id: refresh_token })
  await postForm(server, '/oauth/token/', form, { Authorization: `Basic ${access_token}` })
  await postForm(server, '/oauth/revoke_token/', { client_id: access_token, token: refresh_token })
  await postForm(server, '/oauth/token/', { client_id: app.id, grant_type: refresh_token })
  await server.fetch('/api/v2/sources/', { method: 'POST', headers: bearer(refresh_token) })
  await server.fetch(`/login/?problem=${access_token}&next=/${refresh_token}`)
  await server.fetch(`/account/sessions/end/?x=${access_token}`, {
    method: 'POST',
    body: new URLSearchParams({ session: refresh_token, csrf: access_token }),
    redirect: 'manual',
  })
}

/** Leaves an active chain, an unused code and an internal error, then withdraws the consent. */
async function withdrawConsent(
  server: TestServer,
  browser: Awaited<ReturnType<typeof signedInBrowser>>,
  app: { id: string },
): Promise<string[]> {
  const [one, two] = [createPkce(), createPkce()]
  const code = await obtainCode(browser, app, one.challenge)
  const { body: tokens } = await exchange(server, app, { code, verifier: one.verifier })
  const canceled = await browser.open(
    authorizePath(app, two.challenge, { approval_prompt: 'force' }),
  )
  redirectParams(await browser.submit(canceled, 'Cancel'))
  const unused = await obtainCode(browser, app, two.challenge)
  {
    await using _broken = await breakTable(server, 'oauth_token')
    expect((await refresh(server, app, tokens.refresh_token)).status).toBe(500)
  }
  await misplaceSecrets(server, app, tokens)
  const account = await browser.open('account/')
  await browser.submit(account, { name: 'client_id', value: app.id })
  return [code, unused, one.verifier, two.verifier, tokens.access_token, tokens.refresh_token]
}

/** Events that could reveal a secret, and so have to be among the logged ones. */
const EVENTS = ['consent_given', 'consent_withdrawn', 'signed_out', 'client_authentication_failed']

async function everyFile(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  )
}

/** Every row of PostgreSQL as text. SQLite keeps them in files. */
async function everyRow({ catalog: { address } }: TestServer): Promise<Buffer> {
  if (address.engine === 'sqlite') return Buffer.alloc(0)
  return Buffer.from(await readEveryRow(address.url))
}

test('stores no secret in the log, the database, its write-ahead log or any other file', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({}, { log })
  const secrets = await useEverySecret(server)
  expect(new Set(secrets).size).toBe(15)
  const files = Buffer.concat([await everyFile(server.data), await everyRow(server)])
  const logged = lines.join('')
  if (!onPostgres)
    expect((await readFile(join(server.data, 'catalog.sqlite-wal'))).length).toBeGreaterThan(0)
  // Hashes and events prove that the search works.
  const hashes = await readRows(server, 'oauth_token')
  for (const { hash } of hashes) expect(files.includes(hash)).toBe(true)
  for (const event of [
    'signed in',
    'app registered',
    'refresh_token_reused',
    '/oauth/token/',
    ...EVENTS,
  ]) {
    expect(logged).toContain(event)
  }
  for (const secret of secrets) {
    expect([files.includes(secret), logged.includes(secret)]).toEqual([false, false])
    const withoutPrefix = secret.replace(/^cat_.._/, '')
    expect([files.includes(withoutPrefix), logged.includes(withoutPrefix)]).toEqual([false, false])
  }
  expect(logged).not.toMatch(/cat_(at|rt|ac|cs|se)_/)
  expect(files.toString('latin1')).not.toMatch(/cat_(at|rt|ac|cs|se)_/)
})
