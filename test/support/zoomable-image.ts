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

/** Reads the current addresses of the derivatives, the tiles and the rendered images of an image. */
export async function readPictureAddresses(server: TestServer, image: number): Promise<string[]> {
  const { generation, tiles_generation: tiles } = await server.catalog.reads
    .selectFrom('image')
    .select(['generation', 'tiles_generation'])
    .where('id', '=', image)
    .executeTakeFirstOrThrow()
  return [
    `/media/derivatives/${image}/${generation}/thumbnail.jpg`,
    `/media/derivatives/${image}/${generation}/display.jpg`,
    `/iiif/3/${image}-${tiles}/info.json`,
    `/iiif/3/${image}-${tiles}/full/max/0/default.jpg`,
    `/iiif/2/${image}-${tiles}/0,0,512,512/512,/0/default.jpg`,
  ]
}

/** Requests these addresses. @returns the different statuses of the responses */
export async function requestAll(server: TestServer, addresses: string[]): Promise<number[]> {
  const responses = await Promise.all(addresses.map((address) => server.fetch(address)))
  return [...new Set(responses.map(({ status }) => status))]
}

/** Requests, errors and messages of a page. */
export interface PageLog {
  /** URLs of all requests. */
  requests: string[]
  /** Requests that failed or were answered with an error, uncaught errors, and all messages of the console. */
  problems: string[]
}

/**
 * A request that was not needed any more, as when the page was left, and a module that is not loaded without scripts.
 * Violations of the page's policy are also messages of the console.
 */
const EXPECTED = ['net::ERR_ABORTED', 'csp']

/** Records what a page requests and reports from now on. */
export function recordPage(page: Page): PageLog {
  const log: PageLog = { requests: [], problems: [] }
  page.on('request', (request) => log.requests.push(request.url()))
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {}
    if (!EXPECTED.includes(errorText)) log.problems.push(`failed: ${request.url()}`)
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
