import { buildAuthorizationUrl, type Configuration } from 'openid-client'
import type { Cli } from '../cli.ts'
import { toNetworkError } from '../network-errors.ts'

/** The challenge of RFC 7636, appendix B; what it is does not matter here. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/**
 * Whether the instance still knows this program. It tells a browser with an error page only, which would
 * leave the program waiting for ever.
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
