import type { Cli } from '../cli.ts'
import { withoutTokens, withInstance, type Instance } from './credentials.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { toOAuthError } from './oauth-errors.ts'
import { revokeTokens } from './revoke-tokens.ts'

export interface SignedOut {
  url: string
  username: string
  /** Whether the instance revoked the tokens. */
  revoked: boolean
  /** Why revoking failed; null if it succeeded or was not requested. */
  problem: string | null
}

export interface SignOutOptions {
  /** Base URLs; undefined means all instances. */
  urls?: readonly string[]
  /** Whether to leave the tokens valid, for another computer that uses them too. */
  keepGrant?: boolean
}

/** Revokes the tokens at their instances, then deletes them here even if revoking failed. */
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

/** A keyring that cannot be read cannot delete either, so the instance no longer refers to it. */
function withoutSecrets(instance: Instance): Instance {
  const { unreadable, store, ...rest } = withoutTokens(instance)
  return { ...rest, ...(store && !unreadable && { store }) }
}
