import type { Client } from 'undici'
import { percentile } from '../support/table.ts'

const MOST_RUNS = 60
const FEWEST_RUNS = 3
const MOST_MS = 1000
/** The sixty page sizes from here on have a mean of 50. */
const SMALLEST_PAGE = 20

/** In milliseconds. */
export interface Times {
  p50: number
  p95: number
  count?: number | undefined
}

/**
 * Measures requests for pages of different sizes around 50, which are not cached. The first one is not counted.
 * @returns undefined if the server cannot answer yet
 */
export async function timeRequests(client: Client, path: string): Promise<Times | undefined> {
  const url = new URL(path, 'http://catalog')
  const parameter = path.includes('activity') ? 'limit' : 'page_size'
  let size = SMALLEST_PAGE
  const ask = async () => {
    url.searchParams.set(parameter, String(size++))
    const sized = url.pathname + url.search
    const { statusCode, body } = await client.request({ path: sized, method: 'GET' })
    const answer = (await body.json()) as { count?: number }
    if (statusCode === 503) return undefined
    if (statusCode !== 200) throw new Error(`${sized}: ${statusCode}`)
    return { count: answer.count }
  }
  const first = await ask()
  return first && { ...(await timeOften(ask)), ...first }
}

/** Repeats it for about a second, at least three times. */
export async function timeOften(work: () => Promise<unknown>): Promise<Times> {
  const taken: number[] = []
  const began = performance.now()
  while (
    taken.length < FEWEST_RUNS ||
    (taken.length < MOST_RUNS && performance.now() - began < MOST_MS)
  ) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return { p50: percentile(taken, 0.5), p95: percentile(taken, 0.95) }
}
