import { rm } from 'node:fs/promises'
import { CatalogError } from '../../core/base/errors.ts'
import type { HttpResponse } from '../client/transport.ts'
import { openPartialFile, type PartialFile } from '../download/partial-file.ts'
import { notUnderstood, requestFile } from '../download/request-file.ts'
import { retryDownload, type DownloadContext } from '../download/retry-download.ts'

export interface RemoteFile {
  url: string
  /** In lower-case hexadecimal; null if it is unknown. */
  sha256: string | null
  /** In bytes; an estimate if the digest is unknown. */
  size: number
  /** Advice if there is no such file. */
  hint: string
}

/** A file of unknown digest may be this much larger than estimated. */
const MAX_GROWTH = 2
const MAX_GROWTH_BYTES = 1024 ** 2

/**
 * Downloads a file to `path`, by way of `path.part`. A failed download continues where it stopped. The next process
 * continues it only if the digest is known, because nothing else would detect that the part was damaged.
 * @returns size and SHA-256 of the file
 * @throws CatalogError if the server sends no file or another one, or keeps failing
 */
export async function downloadFile(
  context: DownloadContext,
  file: RemoteFile,
  path: string,
): Promise<{ size: number; sha256: string }> {
  if (file.sha256 === null) await rm(`${path}.part`, { force: true })
  await using part = await openPartialFile(`${path}.part`)
  const transfer = startTransfer(context, file, part)
  const wasResumed = part.size > 0
  await receive(transfer)
  if (wasResumed && part.digest() !== file.sha256) {
    await restart(transfer)
    await receive(transfer)
  }
  const found = { size: part.size, sha256: part.digest() }
  if (file.sha256 !== null && found.sha256 !== file.sha256) {
    await rm(`${path}.part`)
    throw wrongDigest(file, file.sha256, found.sha256)
  }
  await part.publish(path)
  return found
}

/** The state of one download. */
interface Transfer extends DownloadContext {
  file: RemoteFile
  part: PartialFile
  /** Bytes of an earlier process. */
  skipped: number
  received: number
  /** Bytes that the total of the progress includes for this file. */
  counted: number
  /** Identifies the content that the part belongs to; undefined if the server did not say. */
  etag: string | undefined
}

function startTransfer(context: DownloadContext, file: RemoteFile, part: PartialFile): Transfer {
  const transfer = { ...context, file, part, received: 0, counted: file.size, etag: undefined }
  context.progress.reduceTotal(part.size)
  return { ...transfer, skipped: part.size }
}

async function restart(transfer: Transfer): Promise<void> {
  const { part, progress, skipped, received } = transfer
  await part.restart()
  progress.reduceTotal(-skipped)
  progress.addBytes(-received)
  transfer.skipped = transfer.received = 0
}

async function receive(transfer: Transfer): Promise<void> {
  const { cli, file, part } = transfer
  await retryDownload(transfer, { url: file.url, part }, async () => {
    const request = new AbortController()
    try {
      await receiveRest(transfer, AbortSignal.any([cli.signal, request.signal]))
    } finally {
      // Closes the connection if the response was not read to its end.
      request.abort()
    }
  })
}

async function receiveRest(transfer: Transfer, signal: AbortSignal): Promise<void> {
  const { cli, progress, file, part, etag } = transfer
  if (file.sha256 !== null && part.size === file.size) return
  const canResume = file.sha256 !== null ? part.size < file.size : etag !== undefined
  if (!canResume) await restart(transfer)
  const headers = createRangeHeaders(part.size, etag)
  const response = await requestFile(cli, {
    url: file.url,
    headers,
    signal,
    hint: file.hint,
  })
  const total = await requireTotal(transfer, response)
  for await (const chunk of response.chunks()) {
    if (part.size + chunk.length > total) {
      await restart(transfer)
      throw notUnderstood(
        `${file.url} is longer than announced (${total} bytes). It was discarded.`,
      )
    }
    await part.append(chunk)
    transfer.received += chunk.length
    progress.addBytes(chunk.length)
  }
  if (part.size < total) throw cutOff(file, part.size, total)
}

function createRangeHeaders(size: number, etag: string | undefined): Record<string, string> {
  if (size === 0) return {}
  return { Range: `bytes=${size}-`, ...(etag !== undefined && { 'If-Range': etag }) }
}

/**
 * Returns the size of the whole file. Truncates the partial file unless the response resumes it.
 * @throws CatalogError if it is not the expected size, or the response is no part of the file that was requested
 */
async function requireTotal(transfer: Transfer, response: HttpResponse): Promise<number> {
  const { file, part, progress } = transfer
  const { status, headers } = response
  const [, start, end] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const continues = status === 206 && Number(start) === part.size
  if (!continues) await restart(transfer)
  if (!continues && status !== 200) {
    throw new CatalogError('unavailable', `${file.url} cannot be continued (HTTP ${status}).`)
  }
  const announced = status === 206 ? end : headers['content-length']
  const total = announced === undefined ? undefined : Number(announced)
  requireExpectedSize(file, total)
  transfer.etag = getStrongEtag(response)
  const size = total ?? file.size
  progress.reduceTotal(transfer.counted - size)
  transfer.counted = size
  return size
}

/** @param total undefined if the server did not announce it, which is enough only if the digest is known */
function requireExpectedSize({ url, sha256, size }: RemoteFile, total?: number): void {
  if (total === undefined && sha256 === null) {
    throw notUnderstood(`${url} is sent without its length, so a cut file would not be noticed.`)
  }
  if (total !== undefined && sha256 !== null && total !== size) {
    const message = `${url} has ${total} bytes instead of ${size}, so it is another file.`
    throw new CatalogError('unsupported', message, { code: 'wrong_size' })
  }
  const limit = Math.max(MAX_GROWTH * size, MAX_GROWTH_BYTES)
  if (total !== undefined && total > limit) {
    const message = `${url} has ${total} bytes, more than the limit of ${limit}.`
    throw new CatalogError('too_large', message)
  }
}

/** A weak ETag does not promise that the bytes are the same (RFC 9110, section 13.1.5). */
function getStrongEtag({ headers }: HttpResponse): string | undefined {
  const etag = headers.etag ?? ''
  return etag.startsWith('"') ? etag : undefined
}

function cutOff({ url }: RemoteFile, size: number, total: number): CatalogError {
  const message = `The connection to ${new URL(url).host} was lost after ${size} of ${total} bytes of ${url}.`
  const hint = 'Run the same command again; it continues.'
  return new CatalogError('unavailable', message, { hint })
}

function wrongDigest({ url }: RemoteFile, expected: string, found: string): CatalogError {
  const message = `${url} has the SHA-256 ${found} instead of ${expected}. The file was discarded.`
  const hint = 'It was damaged or replaced on its way. Try again, or another --base-url.'
  return new CatalogError('unsupported', message, { code: 'wrong_digest', hint })
}
