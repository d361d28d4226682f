import { open } from 'node:fs/promises'
import { CatalogError } from '../../core/base/errors.ts'
import { openArchive } from '../../core/model/pmtiles/archive.ts'
import { createRangeReader } from '../../core/storage/disk/read-range.ts'
import type { HttpResponse, Transport } from '../client/transport.ts'

const TIMEOUT_MS = 5000

/** Client of map servers that sends the requests that the pages of a server would. */
export interface MapClient {
  transport: Transport
  /** The public address of the server; null if it is not configured. */
  baseUrl: string | null
}

interface MapSource {
  url: string
  /** Of files of which browsers read parts. */
  range?: string
  /** Whether scripts of pages read the response, which other origins have to allow. */
  isRead?: boolean
  /** Says what is wrong with the content, if anything. */
  findContentProblem?: (content: string) => string | undefined
}

/**
 * Asks for a part of a map. Some providers refuse requests without a referrer. Maps of a region lack the tile of the
 * whole world.
 * @returns what is wrong, as the end of a sentence; undefined if nothing is
 */
export async function findSourceProblem(
  { transport, baseUrl }: MapClient,
  source: MapSource,
): Promise<string | undefined> {
  const { url, range } = source
  const headers: Record<string, string> = {
    ...(baseUrl !== null && { Referer: `${baseUrl}/`, Origin: new URL(baseUrl).origin }),
    ...(range !== undefined && { Range: range }),
  }
  try {
    const response = await transport({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS })
    return await findResponseProblem(response, source)
  } catch (error) {
    return `does not respond: ${(error as Error).message}`
  }
}

async function findResponseProblem(
  { status, headers, ...response }: HttpResponse,
  { url, range, isRead = false, findContentProblem }: MapSource,
): Promise<string | undefined> {
  const isMissingTile = status === 404 && url.includes('/0/0/0')
  if (status >= 400 && !isMissingTile) return `responds with ${status}`
  if (range !== undefined && status !== 206)
    return 'sends whole files only (it does not support range requests)'
  if (isRead && headers['access-control-allow-origin'] === undefined)
    return 'does not allow pages of other sites to read it (Access-Control-Allow-Origin)'
  const content = await response.text()
  return findContentProblem?.(content)
}

/** @returns what is wrong with a PMTiles file, as a sentence; undefined if nothing is */
export async function findArchiveProblem(path: string): Promise<string | undefined> {
  try {
    await using handle = await open(path)
    await openArchive(path, createRangeReader(handle))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error.message
    return `${path} cannot be read: ${(error as Error).message}.`
  }
}
