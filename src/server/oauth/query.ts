import type { RouteRequest } from '../route.ts'

/** The query string as it was sent, including repeated parameters. */
export function readQuery({ target }: RouteRequest): URLSearchParams {
  const start = target.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : target.slice(start))
}
