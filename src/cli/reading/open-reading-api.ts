import { openApi, type Api } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { openSession } from '../login/session.ts'

/** Opens the API for reading: with the user's token if there is one, because importers see more than others. */
export async function openReadingApi(cli: Cli): Promise<Api> {
  return openApi(cli, await openSession(cli))
}
