import type { Cli } from '../cli.ts'
import { signedOut, withInstance, type Instance } from './credentials.ts'
import { withCredentials } from './credentials-lock.ts'
import { oauthFailure } from './oauth-errors.ts'
import { revokeTokens } from './revoke-tokens.ts'

export interface SignedOut {
  url: string
  username: string
  /** Whether the instance confirmed that the tokens are useless now. */
  revoked: boolean
  /** Why not, where that was tried. */
  problem: string | null
}

export interface SignOutOptions {
  /** All instances when undefined. */
  urls?: readonly string[]
  /** Leaves the tokens valid, for another machine that has them too. */
  keepGrant?: boolean
}

/** Revokes the tokens at their instances, then forgets them here, also where revoking failed. */
export async function signOut(cli: Cli, options: SignOutOptions = {}): Promise<SignedOut[]> {
  return await withCredentials(cli, async (current, save) => {
    const results: SignedOut[] = []
    let remaining = current
    for (const [url, instance] of Object.entries(current.instances)) {
      const username = (instance.tokens ?? instance.outOfReach?.facts)?.username
      if (username === undefined || (options.urls && !options.urls.includes(url))) continue
      const outcome = options.keepGrant ? KEPT : await revoked(cli, url, instance)
      results.push({ url, username, ...outcome })
      remaining = withInstance(remaining, url, forgotten(instance))
    }
    await save(remaining)
    return results
  })
}

type Outcome = Pick<SignedOut, 'revoked' | 'problem'>

const KEPT: Outcome = { revoked: false, problem: null }

async function revoked(
  cli: Cli,
  url: string,
  { client_id, tokens, outOfReach }: Instance,
): Promise<Outcome> {
  if (!tokens) return { revoked: false, problem: outOfReach?.reason.message ?? null }
  try {
    await revokeTokens(cli, url, client_id, tokens)
    return { revoked: true, problem: null }
  } catch (error) {
    return { revoked: false, problem: oauthFailure(error, url).message }
  }
}

/** A keyring that gives nothing takes no order to forget either. */
function forgotten(instance: Instance): Instance {
  const { outOfReach, store, ...rest } = signedOut(instance)
  return { ...rest, ...(store && !outOfReach && { store }) }
}
