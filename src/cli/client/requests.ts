import type { ZodType } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import type { ResourceApi, ApiRequest } from './api.ts'
import { withRetry } from './retry.ts'

interface ResultPage<T> {
  /** Address of the next page, with the same query. */
  next: string | null
  results: T[]
}

interface ResultQuery<T> {
  path: string
  query: Record<string, string | number | undefined>
  schema: ZodType<ResultPage<T>>
  /** Maximum number of results. */
  limit: number
}

const MAX_PAGE = 100

/** Reads the first results of a list, page by page. */
export async function readResults<T>(
  api: ResourceApi,
  { path, query, schema, limit }: ResultQuery<T>,
): Promise<T[]> {
  const given = Object.entries({ ...query, limit: Math.min(limit, MAX_PAGE) })
  const parameters = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  let search = `?${new URLSearchParams(parameters).toString()}`
  const read: T[] = []
  for (;;) {
    const { next, results } = await api.get(path + search, schema)
    read.push(...results)
    if (next === null || read.length >= limit) return read.slice(0, limit)
    search = new URL(next).search
  }
}

/** Longer than the minute for which a user may have to wait at a rate limit. */
const MAX_DELAY_SECONDS = 120

/**
 * Sends one of many requests that may be repeated: again after a rate limit or a temporary failure, and not at all after
 * Ctrl-C.
 */
export function sendInTurn<T = void>(
  cli: Cli,
  api: ResourceApi,
  request: ApiRequest,
  schema?: ZodType<T>,
): Promise<T> {
  cli.signal.throwIfAborted()
  const limits = { cli, signal: cli.signal, maxDelaySeconds: MAX_DELAY_SECONDS }
  return withRetry(limits, () => api.send(request, schema))
}

/** Resolves to null if a request fails because its object does not exist. */
export async function nullIfAbsent<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return null
    throw error
  }
}
