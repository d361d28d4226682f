import type { Configuration } from 'openid-client'
import type { Cli } from '../cli.ts'
import { withTokens } from './access-token.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import { isClientKnown } from './client-known.ts'
import { readCredentials, type Tokens } from './credentials.ts'
import { keptTokens, type GrantedTokens } from './granted-tokens.ts'
import { withCredentials } from './lock.ts'
import { registerClient } from './register.ts'
import { revokeTokens } from './revoke.ts'

/** The instance signed in to last. */
export async function rememberedInstance(cli: Cli): Promise<string | undefined> {
  return (await readCredentials(cli.env)).last
}

/** The instance as this program's client sees it. */
export interface KnownServer {
  clientId: string
  server: Configuration
}

/**
 * Finds the instance's endpoints and this program's client id there, which is registered the first time,
 * and again when the instance has been set up anew since.
 */
export async function knownServer(cli: Cli, url: string): Promise<KnownServer> {
  const kept = (await readCredentials(cli.env)).instances[url]?.client_id
  if (kept !== undefined) {
    const server = await findAuthorizationServer(cli, url, kept)
    if (await isClientKnown(cli, server)) return { clientId: kept, server }
  }
  const clientId = await keepClient(cli, url, await registerClient(cli, url), kept)
  return { clientId, server: await findAuthorizationServer(cli, url, clientId) }
}

/** Another process may have registered meanwhile; then its client id is the one. */
async function keepClient(
  cli: Cli,
  url: string,
  made: string,
  outdated: string | undefined,
): Promise<string> {
  return await withCredentials(cli, async (current, save) => {
    const meanwhile = current.instances[url]?.client_id
    if (meanwhile !== undefined && meanwhile !== outdated) return meanwhile
    await save(withTokens(current, url, { client_id: made }))
    return made
  })
}

export interface SignedIn {
  url: string
  clientId: string
  granted: GrantedTokens
  username: string
  scope: string
}

/** Keeps the tokens of a sign-in; those of the one before are given back to the instance. */
export async function keepSignIn(cli: Cli, signedIn: SignedIn): Promise<void> {
  const { url, clientId, granted } = signedIn
  const before = await withCredentials(cli, async (current, save) => {
    const tokens = keptTokens(granted, signedIn, cli.clock)
    await save({ ...withTokens(current, url, { client_id: clientId, tokens }), last: url })
    return current.instances[url]
  })
  if (before?.tokens) await revokeQuietly(cli, url, before.client_id, before.tokens)
}

/** The former sign-in ends by itself in the end, so a failure here is nobody's concern. */
async function revokeQuietly(
  cli: Cli,
  url: string,
  clientId: string,
  tokens: Tokens,
): Promise<void> {
  await revokeTokens(cli, url, clientId, tokens).catch((error: unknown) => {
    if (cli.globals.debug)
      cli.stderr.write(`The former sign-in was not revoked: ${String(error)}\n`)
  })
}
