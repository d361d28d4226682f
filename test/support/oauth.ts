import { ok } from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { getDevAccountByName } from '../../src/core/auth/dev-accounts.ts'
import type { Tx } from '../../src/core/database/store.ts'
import { signIn } from '../../src/core/auth/sign-in.ts'
import { SESSION_COOKIE } from '../../src/server/oauth/cookies.ts'
import { listPermittedGrantTypes } from '../../src/core/auth/grant-types.ts'
import { insertClient, type RegisteredClient } from '../../src/core/auth/clients.ts'
import { createBrowser, hasButton, type Browser, type Page } from './browser.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import type { TestServer } from './test-server.ts'
import { purgeExpired } from '../../src/core/auth/purge-expired.ts'

/** A server, or several behind one address. */
export type Site = Pick<TestServer, 'baseUrl' | 'fetch'> & { readonly catalog: Catalog }

export const REDIRECT_URI = 'https://app.example.org/callback'

/** Registers an app without the limit of one a minute. */
export function registerApp(
  { catalog }: Pick<Site, 'catalog'>,
  {
    name = 'Importer',
    redirectUris = [REDIRECT_URI],
    confidential = false,
    grantTypes = listPermittedGrantTypes(null),
  } = {},
): Promise<RegisteredClient> {
  const registration = { name, redirectUris, confidential, grantTypes }
  return catalog.write((tx) => insertClient(tx, registration, catalog.clock.now()))
}

export interface Pkce {
  verifier: string
  challenge: string
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Returns the path of a valid authorization request, without undefined parameters. */
export function authorizePath(
  client: { id: string },
  challenge: string,
  changes: Record<string, string | undefined> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    state: 'the-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `oauth/authorize/?${new URLSearchParams(given).toString()}`
}

/** Opens a browser that is signed in through the development page. */
export async function signedInBrowser(
  { baseUrl }: Pick<Site, 'baseUrl'>,
  username = 'Ada',
  headers: Record<string, string> = {},
): Promise<Browser> {
  const browser = createBrowser(baseUrl, { headers })
  const page = await browser.open('login/')
  await browser.submit(page, 'Sign in', { name: username })
  ok(browser.cookies().has('catalog_session'), 'not signed in')
  return browser
}

/** Opens a browser with a session of its own, for servers without the development page. */
export async function browserWithSession(
  { baseUrl, catalog }: Site,
  username: string,
): Promise<Browser> {
  const browser = createBrowser(baseUrl)
  const findAccount = (tx: Tx) => getDevAccountByName(tx, username)
  browser.cookies().set(SESSION_COOKIE, await signIn(catalog, findAccount, 'Firefox on Linux'))
  return browser
}

/** Returns the parameters that the redirect passes to the app. */
export function redirectParams(page: Page): Record<string, string> {
  ok(page.address.href.startsWith(REDIRECT_URI), `not redirected: ${page.status} ${page.text}`)
  return Object.fromEntries(page.address.searchParams)
}

/** Consents and returns the code. */
export async function obtainCode(
  browser: Browser,
  client: { id: string },
  challenge: string,
  changes: Record<string, string | undefined> = {},
): Promise<string> {
  const page = await browser.open(authorizePath(client, challenge, changes))
  const asked = hasButton(page, 'Allow')
  const { code } = redirectParams(asked ? await browser.submit(page, 'Allow') : page)
  ok(code, 'no code was given')
  return code
}

export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the standard promises
  body: any
}

/** Purges expired codes, tokens, sessions and sign-ins, as the maintenance does. */
export function purge({ catalog, clock }: TestServer): Promise<unknown> {
  return catalog.write((tx) => purgeExpired(tx, clock.now()))
}

/** Posts a form, as apps do to the token and revocation endpoints. */
export async function postForm(
  server: Site,
  path: string,
  fields: Record<string, string | undefined> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const given = fields instanceof URLSearchParams ? [...fields] : Object.entries(fields)
  const body = new URLSearchParams(given.filter((pair): pair is [string, string] => !!pair[1]))
  const response = await server.fetch(path, { method: 'POST', body, headers })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : undefined,
  }
}

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: string
  scope: string
}

/** Registers a public app, and obtains tokens of one authorization in a user's browser. */
export async function obtainTokens(
  server: Site,
  { scope }: { scope?: string } = {},
): Promise<{ client: RegisteredClient; browser: Browser; tokens: Tokens }> {
  const client = await registerApp(server)
  const browser = await signedInBrowser(server)
  return { client, browser, tokens: await authorizeAgain(server, browser, client, scope) }
}

/** Authorizes a public app again. @returns the tokens */
export async function authorizeAgain(
  server: Site,
  browser: Browser,
  client: RegisteredClient,
  scope?: string,
): Promise<Tokens> {
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, client, challenge, { scope })
  const { status, body } = await exchange(server, client, { code, verifier })
  ok(status === 200, JSON.stringify(body))
  return body as Tokens
}

export function exchange(
  server: Site,
  client: { id: string },
  { code, verifier, ...changes }: Record<string, string | undefined>,
): Promise<Answer> {
  return postForm(server, '/oauth/token/', {
    grant_type: 'authorization_code',
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    code,
    code_verifier: verifier,
    ...changes,
  })
}

export function refresh(
  server: Site,
  client: { id: string },
  token: string,
  scope?: string,
): Promise<Answer> {
  return postForm(server, '/oauth/token/', {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: token,
    scope,
  })
}

/** Returns whether an access token is valid. */
export async function isTokenValid(server: Site, accessToken: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { status } = await server.fetch('/api/v2/auth/me/', { headers })
  return status === 200
}
