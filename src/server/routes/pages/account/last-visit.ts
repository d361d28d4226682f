import { MICROS_PER_SECOND, type Micros } from '../../../../core/clock.ts'
import { readCookie, serializeCookie } from '../../../oauth/cookies.ts'
import type { RouteRequest } from '../../../route.ts'

const COOKIE = 'catalog_visit'
const COOKIE_SECONDS = 365 * 24 * 60 * 60
/** What is new to a user who comes for the first time. */
const FIRST_SECONDS = 30 * 24 * 60 * 60
/** Pages that a user opens within that time belong to the same visit. */
const VISIT_SECONDS = 30 * 60

/**
 * Finds when the user last visited the account page with this browser, which a cookie remembers: the end of the last
 * visit, and the newest time in this one, in seconds.
 */
export function findLastVisit({
  catalog: { clock },
  links,
  cookie,
}: Pick<RouteRequest, 'catalog' | 'links' | 'cookie'>): { since: Micros; setCookie: string } {
  const now = Math.floor(clock.now() / MICROS_PER_SECOND)
  const { ended, latest } = parseVisit(readCookie({ links, cookie }, COOKIE)) ?? {
    ended: now - FIRST_SECONDS,
    latest: now,
  }
  const since = now - latest > VISIT_SECONDS ? latest : ended
  const setCookie = serializeCookie(links, {
    name: COOKIE,
    value: `${since}.${now}`,
    seconds: COOKIE_SECONDS,
  })
  return { since: since * MICROS_PER_SECOND, setCookie }
}

function parseVisit(value: string | undefined): { ended: number; latest: number } | undefined {
  const [, ended, latest] = /^(\d{1,11})\.(\d{1,11})$/v.exec(value ?? '') ?? []
  return latest === undefined ? undefined : { ended: Number(ended), latest: Number(latest) }
}
