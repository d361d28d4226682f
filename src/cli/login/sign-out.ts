import type { Cli } from '../cli.ts'
import { withTokens } from './access-token.ts'
import { withCredentials } from './lock.ts'
import { oauthFailure } from './oauth-failures.ts'
import { revokeTokens } from './revoke.ts'

export interface SignedOut {
  url: string
  username: string
  /** Whether the instance confirmed that the tokens are useless now. */
  revoked: boolean
  /** Why not. */
  problem: string | null
}

/**
 * Revokes the tokens at their instances, then forgets them here, also where revoking failed.
 * @param urls undefined for all instances
 */
export async function signOut(cli: Cli, urls?: readonly string[]): Promise<SignedOut[]> {
  return await withCredentials(cli, async (current, save) => {
    const results: SignedOut[] = []
    let remaining = current
    for (const [url, { client_id, tokens }] of Object.entries(current.instances)) {
      if (!tokens || (urls && !urls.includes(url))) continue
      const problem = await revokeTokens(cli, url, client_id, tokens).then(
        () => null,
        (error: unknown) => oauthFailure(error, url).message,
      )
      results.push({ url, username: tokens.username, revoked: problem === null, problem })
      remaining = withTokens(remaining, url, { client_id })
    }
    await save(remaining)
    return results
  })
}
