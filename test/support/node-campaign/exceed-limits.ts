import { REGISTRATIONS_PER_MINUTE, REVOCATIONS_PER_MINUTE } from '../../../src/core/base/limits.ts'
import { registerApp, type Site } from '../oauth.ts'

/** Requests for one that is permitted. */
const FACTOR = 4

/** Sends more requests at once than the rate limits permit, and expects that exactly the permitted number passes. @returns problems */
export async function exceedLimits(site: Site): Promise<string[]> {
  const app = await registerApp(site)
  const revoke = () => {
    const body = new URLSearchParams({ client_id: app.id, token: 'cat_at_unknown' })
    return site.fetch('/oauth/revoke_token/', { method: 'POST', body })
  }
  const register = () => {
    const headers = { 'Content-Type': 'application/json' }
    return site.fetch('/api/v2/apps/', { method: 'POST', headers, body: '{' })
  }
  return [
    ...(await exceed('revocations', REVOCATIONS_PER_MINUTE, revoke)),
    ...(await exceed('registrations', REGISTRATIONS_PER_MINUTE, register)),
  ]
}

async function exceed(
  what: string,
  limit: number,
  send: () => Promise<Response>,
): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: limit * FACTOR }, send))
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  const refused = answers.filter(
    ({ status, headers }) => status === 429 && Number(headers.get('Retry-After')) > 0,
  )
  const passed = answers.filter(({ status }) => status === 200 || status === 400)
  console.log(`${what}: ${passed.length} passed, ${refused.length} were put off`)
  const isExact = passed.length === limit && refused.length === limit * (FACTOR - 1)
  return isExact ? [] : [`${what}: ${passed.length} passed, ${refused.length} were put off`]
}
