import { setTimeout as pause } from 'node:timers/promises'
import {
  authorizeAgain,
  browserWithSession,
  createPkce,
  exchange,
  isTokenValid,
  obtainCode,
  refresh,
  registerApp,
  type Answer,
  type Site,
} from '../oauth.ts'

const GRACE_MS = 30_000

/**
 * Exchanges one authorization code many times at once, then refreshes one token many times at once, in its grace period and
 * after it.
 * @returns problems
 */
export async function raceForTokens(exchanging: Site, refreshing: Site, racers: number) {
  return [...(await raceForCode(exchanging, racers)), ...(await raceToRefresh(refreshing, racers))]
}

async function raceForCode(site: Site, racers: number): Promise<string[]> {
  const app = await registerApp(site)
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(await browserWithSession(site, 'Ada'), app, challenge)
  const answers = await race(racers, () => exchange(site, app, { code, verifier }))
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ body }) => body?.error === 'invalid_grant')
  const problems: string[] = []
  if (won.length !== 1 || lost.length !== racers - 1)
    problems.push(`a code: ${won.length} won, ${lost.length} lost`)
  for (const { body } of won)
    if (await isTokenValid(site, body.access_token)) problems.push('tokens of a replayed code')
  return problems
}

async function raceToRefresh(site: Site, racers: number): Promise<string[]> {
  const app = await registerApp(site)
  const tokens = await authorizeAgain(site, await browserWithSession(site, 'Ada'), app)
  const ask = () => refresh(site, app, tokens.refresh_token)
  const answers = await race(racers, ask)
  const pairs = answers.filter(({ status }) => status === 200)
  const problems: string[] = []
  if (pairs.length !== racers) problems.push(`${pairs.length} of ${racers} refreshes in the grace`)
  const countValid = async (): Promise<number> => {
    const valid = await Promise.all(pairs.map(({ body }) => isTokenValid(site, body.access_token)))
    return valid.filter(Boolean).length
  }
  const valid = await countValid()
  if (valid !== racers) problems.push(`${valid} of ${racers} tokens are valid in the grace`)
  await pause(GRACE_MS + 1000)
  const late = await race(10, ask)
  if (late.some(({ body }) => body?.error !== 'invalid_grant')) problems.push('a late refresh')
  const left = await countValid()
  if (left > 0) problems.push(`${left} tokens are valid after a late refresh`)
  return problems
}

function race(racers: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: racers }, send))
}
