import type { RouteRequest } from '../http/route.ts'

/** Parses the query string of the request. Keeps repeated parameters. */
export function readQuery({ target }: RouteRequest): URLSearchParams {
  const start = target.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : target.slice(start))
}
