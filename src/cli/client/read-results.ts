import type { ZodType } from 'zod'
import type { ResourceApi } from './api.ts'

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
