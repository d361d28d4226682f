import { serveInChild } from '../scale/serve-child.ts'
import { connectClient } from '../search/search-client.ts'
import { percentile, showMs } from '../support/table.ts'

const SEARCHES = 40
const SETTINGS = { CATALOG_TRUST_PROXY: '1', CATALOG_SEARCH_SECONDS: '3600' }

/** Measures searches for similar images through HTTP, which need no model. */
export async function measureServed(data: string, images: number): Promise<void> {
  const started = performance.now()
  await using server = await serveInChild(data, SETTINGS, { waitForLists: false })
  await using client = connectClient(server)
  const find = (image: number, page = 1) =>
    client.get(`/api/v2/search/similar/?image=${image}&page=${page}`)
  await find(await findImage(1))
  const firstMs = performance.now() - started
  const ids = await listImages()
  const times: number[] = []
  const cpuTimes: number[] = []
  const nextTimes: number[] = []
  for (const id of ids) {
    const { ms, cpuMs } = await find(id)
    times.push(ms)
    cpuTimes.push(cpuMs)
    nextTimes.push((await find(id, 2)).ms)
  }
  console.log(
    `served: first search ${showMs(firstMs)} ms after the start; similar images p50 ${showMs(percentile(times, 0.5))} ms, p95 ${showMs(percentile(times, 0.95))} ms, ${showMs(percentile(cpuTimes, 0.5))} CPU ms; page 2 p50 ${showMs(percentile(nextTimes, 0.5))} ms`,
  )

  /** Returns public images from all over the catalog. */
  async function listImages(): Promise<number[]> {
    const found: number[] = []
    for (let n = 0; n < SEARCHES; n += 1) {
      found.push(await findImage(1 + Math.floor((n * images * 0.8) / SEARCHES)))
    }
    return found
  }

  async function findImage(position: number): Promise<number> {
    const path = `/api/v2/images/?page_size=1&page=${position}`
    const { results } = (await client.get(path)).body as { results: { id: number }[] }
    return results[0]!.id
  }
}
