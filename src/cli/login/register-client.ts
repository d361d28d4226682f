import { registeredApp } from '../../core/contract/app.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { tell } from '../terminal/output.ts'
import { parseRetryAfter } from '../../core/base/retry-after.ts'

const MAX_ATTEMPTS = 3
const registered = registeredApp.pick({ client_id: true }).strip()

/**
 * Registers this program as a public client of the instance (RFC 7591), waiting if necessary: an instance
 * accepts one registration a minute.
 * @returns the client id
 */
export async function registerClient(cli: Cli, url: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, headers, body } = await sendRegistration(cli, url)
    if (status === 201) return parseClientId(body, url)
    if (status !== 429 || attempt === MAX_ATTEMPTS) throw toRegistrationError(status, url)
    const seconds = parseRetryAfter(headers['retry-after'], cli.clock) ?? 60
    tell(cli, `The instance limits registrations of new apps. Retrying in ${seconds} seconds.`)
    await cli.sleep(seconds * 1000, cli.signal)
  }
}

async function sendRegistration(cli: Cli, url: string) {
  try {
    const response = await cli.transport({
      method: 'POST',
      url: `${url}/api/v2/apps/`,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        name: 'catalog command line',
        redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
        client_type: 'public',
        client_name: 'catalog command line',
        token_endpoint_auth_method: 'none',
      }),
      signal: cli.signal,
    })
    const { status, headers } = response
    return { status, headers, body: await response.text() }
  } catch (error) {
    throw toNetworkError(error, url) ?? error
  }
}

function parseClientId(body: string, url: string): string {
  try {
    return registered.parse(JSON.parse(body)).client_id
  } catch (error) {
    throw new CatalogError(
      'unavailable',
      `${url} sent an unexpected response to the app registration.`,
      {
        cause: error,
      },
    )
  }
}

function toRegistrationError(status: number, url: string): CatalogError {
  return status === 404
    ? new CatalogError('invalid', `${url} is not a catalog that supports signing in.`, {
        code: 'no_catalog',
      })
    : new CatalogError('unavailable', `${url} rejected the app registration (HTTP ${status}).`)
}
