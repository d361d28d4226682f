import { buildAuthorizationUrl, type Configuration } from 'openid-client'
import type { Cli } from '../cli.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'

/** Any valid challenge will do: this one is from RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/**
 * Whether the instance still knows the client id. In the browser, an unknown client only causes an error page,
 * and the program would wait forever.
 */
export async function isClientKnown(cli: Cli, server: Configuration): Promise<boolean> {
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
