import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'

/** A server that asks for a longer delay has stopped a search that took too long, and would stop it again. */
const MAX_DELAY_SECONDS = 5

/** Opens the API without an access token: searches find the same images for everyone. */
export async function openSearchApi(cli: Cli): Promise<Api> {
  const { openApi } = await import('../../client/api.ts')
  const { openAnonymousSession } = await import('../../login/session.ts')
  const maxDelaySeconds = MAX_DELAY_SECONDS
  return openApi(cli, await openAnonymousSession(cli), { maxDelaySeconds })
}
