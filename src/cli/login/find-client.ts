import { buildAuthorizationUrl, type Configuration } from 'openid-client'
import { toNetworkError } from '../../core/base/network-errors.ts'
import type { Cli } from '../cli.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { readCredentials, withInstance, withoutTokens } from './credentials.ts'
import { registerClient } from './register-client.ts'

/** Any valid challenge will do: this one is from RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/**
 * Whether the instance still knows the client id. In the browser, an unknown client only causes an error page,
 * and the program would wait forever.
 */
async function isClientKnown(cli: Cli, server: Configuration): Promise<boolean> {
  const address = buildAuthorizationUrl(server, {
    redirect_uri: 'http://127.0.0.1/callback',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })
  try {
    const response = await cli.transport({
      method: 'GET',
      url: address.href,
      headers: { Accept: 'text/html' },
      signal: cli.signal,
    })
    await response.text()
    return response.status !== 400
  } catch (error) {
    throw toNetworkError(error, address.href) ?? error
  }
}

/** The client id of this program at an instance, and the instance's OAuth metadata. */
interface RegisteredClient {
  clientId: string
  server: Configuration
}

/**
 * Finds the client id of this program at the instance. It registers the program the first time, and again if the
 * instance no longer knows the client id.
 * @param given client id to use instead
 */
export async function findOrRegisterClient(
  cli: Cli,
  url: string,
  given: string | undefined,
): Promise<RegisteredClient> {
  if (given !== undefined) {
    return { clientId: given, server: await findAuthorizationServer(cli, url, given) }
  }
  const stored = (await readCredentials(cli)).instances[url]?.client_id
  if (stored !== undefined) {
    const server = await findAuthorizationServer(cli, url, stored)
    if (await isClientKnown(cli, server)) return { clientId: stored, server }
  }
  const clientId = await saveClientId(cli, url, await registerClient(cli, url), stored)
  return { clientId, server: await findAuthorizationServer(cli, url, clientId) }
}

/** Saves the new client id, unless another process registered one in the meantime. @returns the valid client id */
async function saveClientId(
  cli: Cli,
  url: string,
  registered: string,
  outdated: string | undefined,
): Promise<string> {
  return await withCredentialsLock(cli, async (current, save) => {
    const other = current.instances[url]?.client_id
    if (other !== undefined && other !== outdated) return other
    const before = current.instances[url] ?? { client_id: registered }
    await save(withInstance(current, url, { ...withoutTokens(before), client_id: registered }))
    return registered
  })
}
