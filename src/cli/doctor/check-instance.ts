import { MICROS_PER_SECOND } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'
import { openApi } from '../api.ts'
import type { Cli } from '../cli.ts'
import { fetchIdentity, importObstacle } from '../identity.ts'
import { chosenInstance } from '../login/choose-instance.ts'
import { readCredentials } from '../login/credentials.ts'
import { openSession, type Session } from '../login/session.ts'
import { networkFailure } from '../network-errors.ts'
import { givenTokenVariable } from '../login/token-variable.ts'
import { examination, type Outcome } from './check-result.ts'

const MAX_CLOCK_SECONDS = 60

/** The instance that commands would talk to, and who one is there. */
export async function examineInstance(cli: Cli): Promise<Outcome[]> {
  if (chosenInstance(cli, await readCredentials(cli)) === undefined) {
    const { note } = examination('instance')
    const advice = givenTokenVariable(cli.env)
      ? 'Name one with --url or CATALOG_URL.'
      : 'Sign in with: catalog login URL'
    return [note('No instance is known.', advice)]
  }
  const session = await openSession(cli)
  const reached = await examineReach(cli, session)
  return reached.state === 'error' ? [reached] : [reached, await examineLogin(cli, session)]
}

async function examineReach(cli: Cli, { url }: Session): Promise<Outcome> {
  const { ok, warning, error } = examination('instance')
  try {
    const response = await cli.transport({
      method: 'GET',
      url: `${url}/api/v2/licenses/`,
      headers: { Accept: 'application/json' },
    })
    const { status, headers } = response
    await response.text()
    if (status !== 200) return error(`${url} answers with HTTP ${status}.`, 'Is it a catalogue?')
    const seconds = clockDifference(cli, headers.date)
    if (seconds <= MAX_CLOCK_SECONDS) return ok(`${url} answers`)
    return warning(
      `${url} answers, but its clock differs from this one by ${seconds} seconds.`,
      'Set the clock of this machine.',
    )
  } catch (failure) {
    const words = networkFailure(failure, url)
    if (words === undefined) throw failure
    return error(words.message, 'Check the network and the proxy settings.')
  }
}

function clockDifference(cli: Cli, date: string | undefined): number {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return 0
  return Math.abs(Math.round(theirs / 1000 - cli.clock.now() / MICROS_PER_SECOND))
}

async function examineLogin(cli: Cli, session: Session): Promise<Outcome> {
  const { ok, note, warning, error } = examination('login')
  if (session.source === 'none') return note('Not signed in.', 'Sign in with: catalog login')
  try {
    const who = await fetchIdentity(openApi(cli, session))
    const obstacle = importObstacle(who, session.source)
    if (obstacle !== undefined) return warning(`Signed in as ${who.username}.`, obstacle)
    return ok(`Signed in as ${who.username}, who may import.`)
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    const { source } = session
    const advice =
      source === 'login' ? 'Sign in with: catalog login' : `Set ${source} to a valid token.`
    return error(failure.message, advice)
  }
}
