import type { RouteRequest } from '../route.ts'

/** The query as it was sent, repeated parameters included. */
export function queryOf({ target }: RouteRequest): URLSearchParams {
  const start = target.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : target.slice(start))
}
