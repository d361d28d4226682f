import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small OpenID provider that behaves as OpenStreetMap's does, with adjustable behavior. */
export interface OsmProvider extends AsyncDisposable {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The account that signs in. */
  account: { sub: string; name: string }
  /** As with OpenStreetMap, only the user info endpoint returns the name. */
  nameInIdToken: boolean
  behavior: 'works' | 'declines' | 'fails'
  /** Overrides claims of ID tokens. */
  claims: Record<string, unknown>
  /** Adds or overrides parameters of the callback. */
  returned: Record<string, string>
  /** Overrides responses by path: raw JSON, or no response for null. */
  answers: Record<string, string | null>
  /** Requested paths, in order. */
  readonly asked: string[]
}

interface Authorization {
  challenge: string
  nonce: string
  redirectUri: string
}

interface State {
  provider: OsmProvider
  key: { privateKey: KeyObject; publicKey: KeyObject }
  codes: Map<string, Authorization>
}

/** Generated once, because it takes long. */
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startOsmProvider(): Promise<OsmProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: OsmProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'catalog-at-osm',
    // Contains both characters that percent-encoding for Basic changes.
    clientSecret: 'secret_of-catalog',
    account: { sub: '4711', name: 'Ada' },
    nameInIdToken: false,
    behavior: 'works',
    claims: {},
    returned: {},
    answers: {},
    asked: [],
    [Symbol.asyncDispose]: () => close(server),
  }
  const state = { provider, key: KEY, codes: new Map<string, Authorization>() }
  server.on('request', (request, response) => void serve(state, request, response))
  return provider
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

async function serve(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider } = state
  const address = new URL(request.url!, provider.url)
  provider.asked.push(address.pathname)
  if (provider.behavior === 'fails') return void response.writeHead(502).end('Bad gateway')
  const fixed = provider.answers[address.pathname]
  if (fixed === null) return
  if (fixed !== undefined) {
    return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(fixed)
  }
  switch (address.pathname) {
    case '/.well-known/openid-configuration':
      return answer(response, metadata(provider.url))
    case '/keys':
      return answer(response, { keys: [publicKey(state)] })
    case '/authorize':
      return redirect(response, authorize(state, address.searchParams))
    case '/token':
      return token(state, new URLSearchParams(await text(request)), response)
    case '/userinfo':
      return answer(response, {
        sub: provider.account.sub,
        preferred_username: provider.account.name,
      })
    default:
      return answer(response, { error: 'not_found' }, 404)
  }
}

function metadata(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid'],
  }
}

function authorize({ provider, codes }: State, given: URLSearchParams): string {
  const redirectUri = given.get('redirect_uri')!
  const state = given.get('state')!
  const code = randomUUID()
  const challenge = given.get('code_challenge')!
  codes.set(code, { redirectUri, challenge, nonce: given.get('nonce')! })
  const answer = new URLSearchParams({ state })
  if (provider.behavior === 'declines') answer.set('error', 'access_denied')
  else answer.set('code', code)
  for (const [name, value] of Object.entries(provider.returned)) answer.set(name, value)
  return `${redirectUri}?${answer.toString()}`
}

function token(state: State, form: URLSearchParams, response: ServerResponse): void {
  const { provider, codes } = state
  const authorization = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const good =
    form.get('client_id') === provider.clientId &&
    form.get('client_secret') === provider.clientSecret &&
    form.get('redirect_uri') === authorization?.redirectUri &&
    challenge === authorization.challenge
  if (!good) return answer(response, { error: 'invalid_grant' }, 400)
  return answer(response, {
    access_token: randomUUID(),
    token_type: 'Bearer',
    id_token: idToken(state, authorization.nonce),
  })
}

function idToken({ provider, key }: State, nonce: string): string {
  const now = Math.floor(Date.now() / 1000)
  const name = provider.nameInIdToken ? { preferred_username: provider.account.name } : {}
  const claims = {
    iss: provider.url,
    sub: provider.account.sub,
    aud: provider.clientId,
    iat: now,
    exp: now + 120,
    nonce,
    ...name,
    ...provider.claims,
  }
  const part = (content: object): string =>
    Buffer.from(JSON.stringify(content)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url')}`
}

function publicKey({ key }: State): object {
  return { ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
}

async function text(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString()
  return text
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location }).end()
}
