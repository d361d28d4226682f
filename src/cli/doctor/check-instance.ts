import { MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { openApi } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { fetchIdentity, findImportObstacle } from '../client/identity.ts'
import { chooseInstance } from '../login/choose-instance.ts'
import { readCredentials } from '../login/credentials.ts'
import { openSession, type Session } from '../login/session.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { formatTime } from '../terminal/format.ts'
import { checkConnection } from './check-connection.ts'
import { findTokenVariable } from '../login/token-variable.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MAX_CLOCK_SECONDS = 60

/** Checks the instance that commands use, and the sign-in there. */
export async function checkInstance(cli: Cli): Promise<CheckResult[]> {
  if (chooseInstance(cli, await readCredentials(cli)) === undefined) {
    const { note } = createResults('instance')
    const advice = findTokenVariable(cli.env)
      ? 'Set --url or CATALOG_URL to the address of the instance.'
      : 'Sign in with: catalog login URL'
    return [note('No instance is configured.', advice)]
  }
  const session = await openSession(cli)
  const connection = await checkConnection(cli, session.url)
  const reached = await checkReachable(cli, session)
  if (reached.state === 'error') return [...connection, reached]
  return [...connection, reached, await checkLogin(cli, session)]
}

async function checkReachable(cli: Cli, { url }: Session): Promise<CheckResult> {
  const { ok, warning, error } = createResults('instance')
  try {
    const response = await cli.transport({
      method: 'GET',
      url: `${url}/api/v2/licenses/`,
      headers: { Accept: 'application/json' },
    })
    const { status, headers } = response
    await response.text()
    if (status !== 200)
      return error(
        `${url} responds with HTTP ${status}.`,
        'Check that it is the address of a catalog.',
      )
    const seconds = getClockDifference(cli, headers.date)
    if (seconds <= MAX_CLOCK_SECONDS) return ok(`${url} responds.`)
    return warning(
      `${url} responds, but its clock differs from this computer's by ${seconds} seconds.`,
      'Set the clock of this computer.',
    )
  } catch (failure) {
    const networkError = toNetworkError(failure, url)
    if (networkError === undefined) throw failure
    return error(networkError.message, 'Check the network and the proxy settings.')
  }
}

function getClockDifference(cli: Cli, date: string | undefined): number {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return 0
  return Math.abs(Math.round(theirs / 1000 - cli.clock.now() / MICROS_PER_SECOND))
}

async function checkLogin(cli: Cli, session: Session): Promise<CheckResult> {
  const { ok, note, warning, error } = createResults('login')
  if (session.source === 'none') return note('Not signed in.', 'Sign in with: catalog login')
  try {
    const who = await fetchIdentity(openApi(cli, session))
    const obstacle = findImportObstacle(who, session.source)
    if (obstacle !== undefined) return warning(`Signed in as ${who.username}.`, obstacle)
    const end = who.expires_at === undefined ? '' : ` until ${formatTime(who.expires_at)}`
    return ok(
      `Signed in as ${who.username}, who may import. The token allows ${who.scopes.join(' and ')}${end}.`,
    )
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    const { source } = session
    const advice =
      source === 'login' ? 'Sign in with: catalog login' : `Set ${source} to a valid token.`
    return error(failure.message, advice)
  }
}
