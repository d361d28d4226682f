import type { Cli } from '../cli.ts'
import { withoutTokens, withInstance, type Instance } from './credentials.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { toOAuthError } from './oauth-errors.ts'
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
  return await withCredentialsLock(cli, async (current, save) => {
    const results: SignedOut[] = []
    let remaining = current
    for (const [url, instance] of Object.entries(current.instances)) {
      const username = (instance.tokens ?? instance.unreadable?.facts)?.username
      if (username === undefined || (options.urls && !options.urls.includes(url))) continue
      const outcome = options.keepGrant ? NOT_REVOKED : await revoke(cli, url, instance)
      results.push({ url, username, ...outcome })
      remaining = withInstance(remaining, url, withoutSecrets(instance))
    }
    await save(remaining)
    return results
  })
}

type Outcome = Pick<SignedOut, 'revoked' | 'problem'>

const NOT_REVOKED: Outcome = { revoked: false, problem: null }

async function revoke(
  cli: Cli,
  url: string,
  { client_id, tokens, unreadable }: Instance,
): Promise<Outcome> {
  if (!tokens) return { revoked: false, problem: unreadable?.reason.message ?? null }
  try {
    await revokeTokens(cli, url, client_id, tokens)
    return { revoked: true, problem: null }
  } catch (error) {
    return { revoked: false, problem: toOAuthError(error, url).message }
  }
}

/** A keyring that gives nothing takes no order to forget either. */
function withoutSecrets(instance: Instance): Instance {
  const { unreadable, store, ...rest } = withoutTokens(instance)
  return { ...rest, ...(store && !unreadable && { store }) }
}
