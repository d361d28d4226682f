import { deepStrictEqual } from 'node:assert/strict'
import { purgeExpired } from '../../src/core/auth/purge-expired.ts'
import { createBrowser, hasButton, type Browser, type Page } from './browser.ts'
import { authorizePath, createPkce, postForm, browserWithSession, type Answer } from './oauth.ts'
import { createOAuthModel, type Asked, type Granted, type OAuthModel } from './oauth-model.ts'
import type { Operation } from './oauth-operations.ts'
import type { TestServer } from './test-server.ts'

const REDIRECT = 'http://127.0.0.1/callback'
const WEBSITE = 'https://app.example.org/callback'
/** Less than the idle lifetime of a session. */
const SESSION_DAYS = 13

/** The server of the stories, behind a proxy so that every request can have a different address. */
export interface Stage {
  server: TestServer
  /** Number of responses of each kind, such as `exchange: 400 invalid_grant`. */
  answers: Map<string, number>
  /** Restarts the server on the same catalog. */
  restart?(): Promise<TestServer>
}

interface App {
  name: string
  id: string
  secret: string
  confidential: boolean
}

interface Code {
  name: string
  app: App
  verifier: string
  redirectUri: string
  tried: boolean
}

interface Token {
  name: string
  app: App
}

/** One story: the server, the model, and the names in both. */
interface Story {
  stage: Stage
  model: OAuthModel
  users: Map<string, { browser: Browser; until: number }>
  apps: App[]
  codes: Code[]
  tokens: Token[]
  /** Values of the server by the names of the model. */
  secrets: Map<string, string>
}

/** Begins a story with two apps, one of which has tokens. */
const BEGINNING: Operation[] = [
  { do: 'register', confidential: false, permitted: true },
  { do: 'register', confidential: true, permitted: true },
  {
    do: 'authorize',
    user: 0,
    signedIn: true,
    toWebsite: false,
    client: 0,
    scope: 'read import',
    forced: false,
    decision: 'allow',
    fault: undefined,
  },
  { do: 'exchange', code: 0, foreign: false, fault: undefined, times: 1 },
]

let stories = 0
let requests = 0

/** Runs one story on the server and on the model. @throws AssertionError if they differ */
export async function tell(stage: Stage, operations: Operation[]): Promise<void> {
  stories += 1
  const { refreshChainSeconds } = stage.server.catalog.config
  const model = createOAuthModel((refreshChainSeconds ?? Infinity) * 1_000_000)
  const story: Story = {
    stage,
    model,
    users: new Map(),
    apps: [],
    codes: [],
    tokens: [],
    secrets: new Map(),
  }
  for (const operation of [...BEGINNING, ...operations])
    await STEPS[operation.do](story, operation as never)
  await compareAccess(story)
}

type Step<Kind extends Operation['do']> = (
  story: Story,
  operation: Extract<Operation, { do: Kind }>,
) => Promise<void>

const STEPS: { [Kind in Operation['do']]: Step<Kind> } = {
  register,
  authorize,
  exchange,
  refresh,
  revoke,
  withdraw,
  async wait({ stage, model }, { seconds }) {
    stage.server.clock.advance(seconds)
    model.advance(Math.round(seconds * 1_000_000))
  },
  purge,
  async restart(story) {
    const again = await story.stage.restart?.()
    if (!again) return
    story.stage.server = again
    story.users.clear()
    await purge(story)
  },
}

async function register(
  story: Story,
  { confidential, permitted }: { do: 'register' } & RegisteredAs,
) {
  const { server } = story.stage
  const response = await server.fetch('/api/v2/apps/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...fromNewAddress() },
    body: JSON.stringify({
      client_name: 'App',
      redirect_uris: [REDIRECT, WEBSITE],
      token_endpoint_auth_method: confidential ? 'client_secret_basic' : 'none',
      grant_types: permitted ? undefined : ['client_credentials'],
    }),
  })
  const answer = (await response.json()) as { client_id: string; client_secret?: string }
  deepStrictEqual(response.status, 201)
  deepStrictEqual(answer.client_secret !== undefined, confidential)
  const name = story.model.register({ confidential, permitted })
  const { client_id: id, client_secret: secret = '' } = answer
  story.apps.push({ name, id, secret, confidential })
}

interface RegisteredAs {
  confidential: boolean
  permitted: boolean
}

async function authorize(story: Story, operation: Extract<Operation, { do: 'authorize' }>) {
  const app = pick(story.apps, operation.client)!
  const { user, decision, ...asked } = { ...operation, user: `user ${operation.user}` }
  const attempt = { ...asked, user, client: app.name }
  const loopback = REDIRECT.replace('/callback', `:${1024 + (requests % 60_000)}/callback`)
  const redirectUri = asked.toWebsite ? WEBSITE : loopback
  const { verifier, challenge } = createPkce()
  const browser = asked.signedIn ? await browserOf(story, user) : visitor(story)
  const first = await browser.open(
    authorizePath(app, challenge, {
      redirect_uri: redirectUri,
      scope: asked.scope,
      approval_prompt: asked.forced ? 'force' : undefined,
      ...faultyParameters(asked.fault),
    }),
  )
  let expected = story.model.authorize(attempt)
  deepStrictEqual(readAnswer(first, redirectUri).shown, shownBy(expected), 'first answer')
  count(story, `authorize: ${shownBy(expected)}`)
  let last = first
  if ('page' in expected && expected.page === 'consent') {
    last = await browser.submit(first, decision === 'allow' ? 'Allow' : 'Cancel')
    expected = story.model.authorize(attempt, decision)
    deepStrictEqual(readAnswer(last, redirectUri).shown, shownBy(expected), 'answer to consent')
    count(story, `consent: ${shownBy(expected)}`)
  }
  const { code } = readAnswer(last, redirectUri)
  if (!('redirect' in expected) || !('code' in expected.redirect)) return
  story.codes.push({ name: expected.redirect.code, app, verifier, redirectUri, tried: false })
  story.secrets.set(expected.redirect.code, code!)
}

const SPOILT: Record<string, Record<string, string | undefined>> = {
  'plain method': { code_challenge_method: 'plain' },
  'foreign redirect': { redirect_uri: 'http://127.0.0.1/elsewhere' },
  'token response': { response_type: 'token' },
  'no response type': { response_type: undefined },
  'no challenge': { code_challenge: undefined },
}

function faultyParameters(fault: string | undefined): Record<string, string | undefined> {
  return fault === undefined ? {} : SPOILT[fault]!
}

function readAnswer(page: Page, redirectUri: string): { shown: string; code?: string } {
  if (page.address.href.startsWith(redirectUri)) {
    const { code, error, state } = Object.fromEntries(page.address.searchParams)
    deepStrictEqual(state, 'the-state')
    return code === undefined ? { shown: `error ${error}` } : { shown: 'code', code }
  }
  if (page.status === 400) return { shown: 'mistake' }
  if (page.address.pathname === '/login/') return { shown: 'sign-in' }
  return { shown: hasButton(page, 'Allow') ? 'consent' : page.text }
}

function shownBy(expected: Asked): string {
  if ('page' in expected) return expected.page
  return 'code' in expected.redirect ? 'code' : `error ${expected.redirect.error}`
}

async function exchange(story: Story, operation: Extract<Operation, { do: 'exchange' }>) {
  const untried = story.codes.findLast(({ tried }) => !tried)
  const code = operation.code === 0 ? untried : pick(story.codes, operation.code)
  if (!code) return
  code.tried = true
  const { fault, times } = operation
  const app = speakerOf(story, code.app, operation.foreign)
  const fields = {
    grant_type: 'authorization_code',
    code: story.secrets.get(code.name),
    redirect_uri: fault === 'wrong redirect' ? REDIRECT : code.redirectUri,
    code_verifier: fault === 'wrong verifier' ? createPkce().verifier : code.verifier,
  }
  const left = fault === 'missing parameter' ? { ...fields, code_verifier: undefined } : fields
  await race(story, app, times, {
    what: 'exchange',
    ask: () => post(story, app, { path: '/oauth/token/', fields: left, fault }),
    expect: () => story.model.exchange(app.name, code.name, fault),
  })
}

async function refresh(story: Story, operation: Extract<Operation, { do: 'refresh' }>) {
  const token = pick(story.tokens, operation.token)
  if (!token) return
  const { fault, scope, times } = operation
  const app = speakerOf(story, token.app, operation.foreign)
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: story.secrets.get(token.name),
    scope,
  }
  const left = fault === 'missing parameter' ? { ...fields, refresh_token: undefined } : fields
  await race(story, app, times, {
    what: 'refresh',
    ask: () => post(story, app, { path: '/oauth/token/', fields: left, fault }),
    expect: () => story.model.refresh(app.name, token.name, { scope, fault }),
  })
}

interface Race {
  what: string
  ask: () => Promise<Answer>
  expect: () => Granted | { error: string }
}

function count({ stage: { answers } }: Story, what: string): void {
  answers.set(what, (answers.get(what) ?? 0) + 1)
}

/** Sends the same request several times concurrently, and compares the responses with the model. */
async function race(
  story: Story,
  app: App,
  times: number,
  { what, ask, expect }: Race,
): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, ask))
  const expected = Array.from({ length: times }, expect)
  const told = answers.map(({ status, body }) => `${status} ${body.error ?? body.scope}`)
  const wanted = expected.map((one) => ('error' in one ? `400 ${one.error}` : `200 ${one.scope}`))
  deepStrictEqual(told.sort(), wanted.sort())
  for (const one of told) count(story, `${what}: ${one}`)
  const given = answers.filter(({ status }) => status === 200)
  for (const granted of expected) {
    if ('error' in granted) continue
    const { body } = given.pop()!
    story.secrets.set(granted.access, body.access_token)
    story.secrets.set(granted.refresh, body.refresh_token)
    story.tokens.push({ name: granted.access, app }, { name: granted.refresh, app })
  }
}

async function revoke(story: Story, operation: Extract<Operation, { do: 'revoke' }>) {
  const token = pick(story.tokens, operation.token)
  if (!token) return
  const { fault } = operation
  const app = speakerOf(story, token.app, operation.foreign)
  const fields = fault === 'missing parameter' ? {} : { token: story.secrets.get(token.name) }
  const { status, body } = await post(story, app, { path: '/oauth/revoke_token/', fields, fault })
  const expected = story.model.revoke(app.name, token.name, fault)
  deepStrictEqual([status, body.error], expected ? [400, expected.error] : [200, undefined])
  count(story, `revoke: ${status} ${body.error ?? ''}`.trim())
}

async function withdraw(story: Story, operation: Extract<Operation, { do: 'withdraw' }>) {
  const user = `user ${operation.user}`
  const app = pick(story.apps, operation.client)!
  const browser = await browserOf(story, user)
  const account = await browser.open('account/')
  const trusted = account.text.includes(app.id)
  deepStrictEqual(trusted, story.model.trusts(user, app.name), 'what the account page lists')
  if (!trusted) return
  await browser.submit(account, { name: 'client_id', value: app.id })
  story.model.withdraw(user, app.name)
  count(story, 'withdraw')
}

async function purge({ stage: { server }, model }: Story): Promise<void> {
  await server.catalog.write((tx) => purgeExpired(tx, server.clock.now()))
  model.purge()
}

/** Compares the validity of every access token with the model. */
async function compareAccess(story: Story): Promise<void> {
  const { stage, model, tokens, secrets } = story
  for (const { name } of tokens) {
    const headers = { Authorization: `Bearer ${secrets.get(name)}` }
    const response = await stage.server.fetch('/api/v2/auth/me/', { headers })
    const body = (await response.json()) as { scopes?: string[] }
    const scopes = response.status === 200 ? body.scopes : undefined
    deepStrictEqual(scopes, model.scopesOf(name), name)
    count(story, `me: ${scopes?.join(' ') ?? response.status}`)
  }
}

interface Sent {
  path: string
  fields: Record<string, string | undefined>
  fault: string | undefined
}

function post({ stage }: Story, app: App, { path, fields, fault }: Sent): Promise<Answer> {
  return postForm(stage.server, path, { ...fields, ...namedBy(app) }, authentication(app, fault))
}

function namedBy(app: App): Record<string, string> {
  return app.confidential ? {} : { client_id: app.id }
}

function authentication(app: App, fault: string | undefined): Record<string, string> {
  const secret = fault === 'not authenticated' ? 'forged' : app.secret
  const presented = app.confidential || fault === 'not authenticated'
  const basic = `Basic ${btoa(`${app.id}:${secret}`)}`
  return presented ? { ...fromNewAddress(), Authorization: basic } : fromNewAddress()
}

/** Returns the browser of a user of this story, and signs in again if the session has expired. */
async function browserOf({ stage, users }: Story, user: string): Promise<Browser> {
  const { server } = stage
  const known = users.get(user)
  if (known && known.until > server.clock.now()) return known.browser
  const browser = await browserWithSession(server, `${user} of story ${stories}`)
  const until = server.clock.now() + SESSION_DAYS * 86_400 * 1_000_000
  users.set(user, { browser, until })
  return browser
}

function visitor({ stage: { server } }: Story): Browser {
  return createBrowser(server.baseUrl)
}

function speakerOf({ apps }: Story, owner: App, foreign: boolean): App {
  return (foreign && apps.find((app) => app !== owner)) || owner
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list.at(-1 - (number % Math.max(1, list.length)))
}

function fromNewAddress(): { 'X-Forwarded-For': string } {
  requests += 1
  const [high, middle, low] = [requests >> 16, (requests >> 8) & 255, requests & 255]
  return { 'X-Forwarded-For': `10.${high & 255}.${middle}.${low}` }
}
