import type { Page } from 'playwright-core'
import { fourColors } from './pictures.ts'
import { enqueue } from './queue.ts'
import { createSeed } from './seed.ts'
import type { TestServer } from './test-server.ts'

export const PICTURE = { width: 1600, height: 1200 }

type ImageValues = Parameters<ReturnType<typeof createSeed>['image']>[0]

/** Adds an image with a picture of several tiles, and waits for its derivatives and tiles. @returns its id */
export async function addZoomableImage(
  server: TestServer,
  values: ImageValues = {},
): Promise<number> {
  const seed = createSeed(server)
  const id = await seed.image({ title: 'Market square', ...values })
  await seed.file(id, await fourColors(PICTURE.width, PICTURE.height).jpeg().toBuffer())
  await enqueue(server, { imageId: id })
  await server.catalog.jobs.drain()
  return id
}

/** Requests, errors and messages of a page. */
export interface PageLog {
  /** URLs of all requests. */
  requests: string[]
  /** Requests that failed or were answered with an error, uncaught errors, and all messages of the console. */
  problems: string[]
}

/** A request that was not needed any more, as when the page was left. */
const CANCELED = 'net::ERR_ABORTED'

/** Records what a page requests and reports from now on. */
export function recordPage(page: Page): PageLog {
  const log: PageLog = { requests: [], problems: [] }
  page.on('request', (request) => log.requests.push(request.url()))
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== CANCELED) log.problems.push(`failed: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) log.problems.push(`${response.status()}: ${response.url()}`)
  })
  page.on('console', (message) => log.problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => log.problems.push(`error: ${error.message}`))
  return log
}

/** Returns how many pixels of the picture one pixel of a IIIF tile shows; undefined for other requests. */
export function findTileScale(url: string): number | undefined {
  const [, region, size] = /\/iiif\/3\/[^/]+\/([^/]+)\/(\d+),\d+\/0\/default\.jpg$/.exec(url) ?? []
  if (region === undefined) return undefined
  const width = region === 'full' ? PICTURE.width : Number(region.split(',')[2])
  return Math.round(width / Number(size))
}
