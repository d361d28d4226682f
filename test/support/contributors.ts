import type { ConfigSources } from '../../src/core/config/config.ts'
import type { Scope } from '../../src/core/auth/caller.ts'
import { createSeed, type Seed } from './seed.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { bearer, issueToken } from './tokens.ts'

/** A person with an account that is older than a day. */
export interface Person {
  userId: number
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the contract promises
  body: any
  headers: Headers
}

export interface Community extends AsyncDisposable {
  server: TestServer
  seed: Seed
  person(options?: { scopes?: Scope[]; staff?: boolean; isNew?: boolean }): Promise<Person>
  /** A visitor without a token. */
  visitor: Person
}

const CONTRIBUTOR: Scope[] = ['contribute']

/** A server, and people who contribute to it. */
export async function openCommunity(flags: ConfigSources['flags'] = {}): Promise<Community> {
  const server = await startTestServer(flags)
  const seed = createSeed(server)
  const toPerson = (userId: number, authorization: Record<string, string>): Person => {
    const send: Person['send'] = async (method, path, body, headers = {}) => {
      const response = await server.fetch(`/api/v2${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...authorization, ...headers },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      })
      const text = await response.text()
      const { status } = response
      return { status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
    }
    return {
      userId,
      send,
      post: (path, body = {}, headers = {}) => send('POST', path, body, headers),
    }
  }
  return {
    server,
    seed,
    async person({ scopes = CONTRIBUTOR, staff = false, isNew = false } = {}) {
      const created_at = isNew ? server.clock.now() : 0
      const userId = await seed.user({ is_staff: staff ? 1 : 0, created_at })
      return toPerson(userId, bearer(await issueToken(server, { userId, scopes })))
    },
    visitor: toPerson(0, {}),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
