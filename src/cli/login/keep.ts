import type { Cli } from '../cli.ts'
import { withTokens } from './access-token.ts'
import { readCredentials, type Tokens } from './credentials.ts'
import { keptTokens, type GrantedTokens } from './granted-tokens.ts'
import { withCredentials } from './lock.ts'
import { registerClient } from './register.ts'
import { revokeTokens } from './revoke.ts'

/** The instance signed in to last. */
export async function rememberedInstance(cli: Cli): Promise<string | undefined> {
  return (await readCredentials(cli.env)).last
}

/** This program's client id at the instance, registered the first time. */
export async function knownClient(cli: Cli, url: string): Promise<string> {
  const known = (await readCredentials(cli.env)).instances[url]?.client_id
  if (known !== undefined) return known
  const made = await registerClient(cli, url)
  return await withCredentials(cli, async (current, save) => {
    const meanwhile = current.instances[url]?.client_id
    if (meanwhile !== undefined) return meanwhile
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
