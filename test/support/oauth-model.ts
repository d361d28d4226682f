/**
 * A reference model of our OAuth rules, independent of the server: computes the response to a request from all
 * earlier requests. It uses its own names for apps, users, codes and tokens.
 */

export type Micros = number
export type Refusal = { error: string }
export type Granted = { access: string; refresh: string; scope: string }

/** The result of an authorization request. */
export type Asked =
  | { page: 'mistake' | 'sign-in' | 'consent' }
  | { redirect: { error: string } }
  | { redirect: { code: string } }

export interface ModelClient {
  confidential: boolean
  /** Whether it is registered for the authorization code grant. */
  permitted: boolean
}

export interface AuthorizationAttempt {
  user: string
  signedIn: boolean
  /** Whether the redirect URI is a website, not a loopback address. */
  toWebsite: boolean
  client: string
  scope: string | undefined
  forced: boolean
  fault?: AuthorizationFault | undefined
}

export type AuthorizationFault =
  | 'plain method'
  | 'foreign redirect'
  | 'token response'
  | 'no response type'
  | 'no challenge'

/** Faults in a request of an app. */
export type ClientFault = 'not authenticated' | 'missing parameter'
export type CodeFault = ClientFault | 'wrong verifier' | 'wrong redirect'

interface Code {
  grant: string
  expires: Micros
  used: boolean
}

interface Token {
  grant: string
  kind: 'access' | 'refresh'
  scopes: string[]
  expires: Micros
  rotated?: Micros
}

interface Grant {
  user: string
  client: string
  scopes: string[]
  /** End of the absolute lifetime. */
  end: Micros
}

const SECOND: Micros = 1_000_000
const CODE_LIFE = 60 * SECOND
const ACCESS_LIFE = 8 * 3600 * SECOND
const REFRESH_LIFE = 30 * 24 * 3600 * SECOND
const GRACE = 30 * SECOND

const DIRECT: readonly string[] = ['plain method', 'foreign redirect']
const REDIRECTED: Record<string, string> = {
  'token response': 'unsupported_response_type',
  'no response type': 'invalid_request',
  'no challenge': 'invalid_request',
}

export type OAuthModel = ReturnType<typeof createOAuthModel>

/** @param chainLife maximum lifetime of an authorization */
export function createOAuthModel(chainLife: Micros = Number.POSITIVE_INFINITY) {
  let now: Micros = 0
  let made = 0
  const clients = new Map<string, ModelClient>()
  const consents = new Map<string, Set<string>>()
  const grants = new Map<string, Grant>()
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Token>()

  const name = (kind: string): string => `${kind} ${(made += 1)}`
  const grantOf = ({ grant }: { grant: string }): Grant => grants.get(grant)!

  /** Ends a chain. Reuse of its codes then has no effect. */
  function end(grant: string): void {
    grants.delete(grant)
    for (const [code, { grant: of }] of codes) if (of === grant) codes.delete(code)
    for (const [token, { grant: of }] of tokens) if (of === grant) tokens.delete(token)
  }

  function issue(grant: string, access: string[], refresh: string[]): Granted {
    const granted = { access: name('access'), refresh: name('refresh'), scope: access.join(' ') }
    const until = (life: Micros): Micros => Math.min(now + life, grants.get(grant)!.end)
    tokens.set(granted.access, {
      grant,
      kind: 'access',
      scopes: access,
      expires: until(ACCESS_LIFE),
    })
    tokens.set(granted.refresh, {
      grant,
      kind: 'refresh',
      scopes: refresh,
      expires: until(REFRESH_LIFE),
    })
    return granted
  }

  /** Returns the error of the request itself, before any code or token is examined. */
  function wrongInItself(client: string, fault: string | undefined): Refusal | undefined {
    if (fault === 'not authenticated') return { error: 'invalid_client' }
    if (!clients.get(client)!.permitted) return { error: 'unauthorized_client' }
    if (fault === 'missing parameter') return { error: 'invalid_request' }
    return undefined
  }

  function refusedUnasked(attempt: AuthorizationAttempt): Asked | undefined {
    const { client, signedIn, toWebsite } = attempt
    const fault: string = attempt.fault ?? ''
    if (DIRECT.includes(fault)) return { page: 'mistake' }
    if (toWebsite && !signedIn) return { page: 'sign-in' }
    const error = clients.get(client)!.permitted ? REDIRECTED[fault] : 'unauthorized_client'
    return error === undefined ? undefined : { redirect: { error } }
  }

  /** Returns a valid refresh token of this client. The reuse of a rotated one ends its chain. */
  function usable(client: string, token: string): Token | undefined {
    const found = tokens.get(token)
    if (found?.kind !== 'refresh' || grantOf(found).client !== client) return undefined
    const stolen = found.rotated !== undefined && now > found.rotated + GRACE
    if (stolen) end(found.grant)
    return stolen || now >= found.expires ? undefined : found
  }

  function approve({ user, client }: AuthorizationAttempt, scopes: string[]): Asked {
    const [grant, code] = [name('grant'), name('code')]
    grants.set(grant, { user, client, scopes, end: now + chainLife })
    codes.set(code, { grant, expires: now + CODE_LIFE, used: false })
    return { redirect: { code } }
  }

  return {
    advance(by: Micros): void {
      now += by
    },

    register(client: ModelClient): string {
      const id = name('client')
      clients.set(id, client)
      return id
    },

    /** @param decision of the user on the consent page */
    authorize(attempt: AuthorizationAttempt, decision?: 'allow' | 'cancel'): Asked {
      const refusal = refusedUnasked(attempt)
      if (refusal) return refusal
      const scopes = wanted(attempt.scope)
      if (!scopes) return { redirect: { error: 'invalid_scope' } }
      if (!attempt.signedIn) return { page: 'sign-in' }
      const key = `${attempt.user} trusts ${attempt.client}`
      const held = consents.get(key) ?? new Set()
      if (decision === 'cancel') return { redirect: { error: 'access_denied' } }
      if (decision === 'allow') consents.set(key, new Set([...held, ...scopes]))
      else if (attempt.forced || scopes.some((scope) => !held.has(scope)))
        return { page: 'consent' }
      return approve(attempt, scopes)
    },

    exchange(client: string, code: string, fault?: CodeFault): Granted | Refusal {
      const refusal = wrongInItself(client, fault)
      if (refusal) return refusal
      const found = codes.get(code)
      if (!found) return { error: 'invalid_grant' }
      const { scopes, client: owner } = grantOf(found)
      const good = !found.used && found.expires > now && owner === client && fault === undefined
      if (!good) {
        end(found.grant)
        return { error: 'invalid_grant' }
      }
      found.used = true
      return issue(found.grant, scopes, scopes)
    },

    refresh(
      client: string,
      token: string,
      { scope, fault }: { scope?: string | undefined; fault?: ClientFault | undefined },
    ): Granted | Refusal {
      const refusal = wrongInItself(client, fault)
      if (refusal) return refusal
      const found = usable(client, token)
      if (!found) return { error: 'invalid_grant' }
      const access = scope === undefined ? found.scopes : wanted(scope)
      if (!access || access.some((one) => !found.scopes.includes(one)))
        return { error: 'invalid_scope' }
      found.rotated ??= now
      return issue(found.grant, access, found.scopes)
    },

    revoke(client: string, token: string, fault?: ClientFault): Refusal | undefined {
      if (fault === 'not authenticated') return { error: 'invalid_client' }
      if (fault === 'missing parameter') return { error: 'invalid_request' }
      const found = tokens.get(token)
      if (!found) return undefined
      if (grantOf(found).client !== client) return { error: 'invalid_grant' }
      if (found.kind === 'refresh') end(found.grant)
      else tokens.delete(token)
      return undefined
    },

    withdraw(user: string, client: string): void {
      consents.delete(`${user} trusts ${client}`)
      for (const [grant, of] of grants) {
        if (of.user === user && of.client === client) end(grant)
      }
    },

    /** Returns the scopes of a token; undefined if it is invalid. */
    scopesOf(token: string): string[] | undefined {
      const found = tokens.get(token)
      return found?.kind === 'access' && found.expires > now ? found.scopes : undefined
    },

    trusts(user: string, client: string): boolean {
      return consents.has(`${user} trusts ${client}`)
    },

    /** Purges expired access tokens, and each chain with its last token. */
    purge(): void {
      const past = ({ expires }: { expires: Micros }): boolean => expires <= now
      for (const [token, of] of tokens) if (of.kind === 'access' && past(of)) tokens.delete(token)
      const alive = [
        ...[...tokens.values()].filter((of) => !past(of)),
        ...[...codes.values()].filter((of) => !of.used && !past(of)),
      ].map(({ grant }) => grant)
      for (const grant of grants.keys()) if (!alive.includes(grant)) end(grant)
    },
  }
}

/** Returns the scopes in order, `read` if none is named; undefined if one is unknown. */
function wanted(scope: string | undefined): string[] | undefined {
  const words = (scope ?? '').split(' ').filter(Boolean)
  if (words.length === 0) return ['read']
  if (words.some((word) => word !== 'read' && word !== 'import')) return undefined
  return ['read', 'import'].filter((known) => words.includes(known))
}
