import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { groupSegments, skipCopied, type Segment } from '../../core/model/pmtiles/extract.ts'
import { replaceFile } from '../../core/storage/disk/staged-files.ts'
import { FILE_MODE, openPartialFile, type PartialFile } from '../download/partial-file.ts'
import { retryDownload, type DownloadContext } from '../download/retry-download.ts'
import type { RemoteFile } from './remote-file.ts'

/** Receiving so many bytes that are not needed is quicker than another request. */
const MAX_GAP_BYTES = 128 * 1024

/** After so many bytes, the download is synced to disk, so that it continues there after a power failure. */
const CHECKPOINT_BYTES = 32 * 1024 ** 2

/** Source of an unfinished download, in a file beside it. */
const unfinishedSchema = z.object({
  /** The address as the user gave it, and as it was found. */
  from: z.string(),
  url: z.string(),
  version: z.string(),
  /** SHA-256 of all that comes before the tiles, which also depends on the box. */
  head: z.string(),
  /** Bytes that are on disk. */
  bytes: z.number(),
})

type Unfinished = z.infer<typeof unfinishedSchema>

export interface ExtractDownload {
  from: string
  remote: RemoteFile
  /** Header, directories and metadata of the extract. */
  head: Buffer
  segments: readonly Segment[]
  /** Offset of the tiles in the archive, in bytes. */
  tileDataOffset: number
}

/** Reads the source of an unfinished download. @returns undefined if there is none, or its file is unreadable */
export async function readUnfinished(path: string): Promise<Unfinished | undefined> {
  try {
    return unfinishedSchema.parse(JSON.parse(await readFile(statePath(path), 'utf8')))
  } catch {
    return undefined
  }
}

/** Returns the size of the part that an earlier download of the same extract has left. */
export function countReceived(download: ExtractDownload, last: Unfinished | undefined): number {
  const { url, version, head } = describe(download)
  const isSame = last?.url === url && last.version === version && last.head === head
  return isSame ? last.bytes : 0
}

/**
 * Downloads an extract to `path`, by way of `path.part`. If it fails or is interrupted, the next one continues.
 * @param received bytes that an earlier download has left
 */
export async function downloadExtract(
  context: DownloadContext,
  download: ExtractDownload,
  { path, received }: { path: string; received: number },
): Promise<void> {
  await using part = await openPartialFile(`${path}.part`, received)
  if (part.size < received) await part.restart()
  const storage = createStorage(part, download, path)
  try {
    if (part.size < download.head.length) await restartWith(part, download.head)
    await receive(context, download, storage)
  } catch (error) {
    // The disk may be full.
    await storage.save().catch(() => undefined)
    throw error
  }
  await part.publish(path)
  await rm(statePath(path), { force: true })
}

async function restartWith(part: PartialFile, head: Buffer): Promise<void> {
  await part.restart()
  await part.append(head)
}

/** The part on disk, and its source. */
interface Storage {
  readonly size: number
  append(bytes: Uint8Array): Promise<void>
  /** Syncs everything to disk. */
  save(): Promise<void>
}

function createStorage(part: PartialFile, download: ExtractDownload, path: string): Storage {
  let saved = part.size
  const save = async (): Promise<void> => {
    await part.sync()
    saved = part.size
    const state: Unfinished = { ...describe(download), bytes: saved }
    await replaceFile({ path: statePath(path), text: JSON.stringify(state), mode: FILE_MODE })
  }
  return {
    get size() {
      return part.size
    },
    save,
    async append(bytes) {
      await part.append(bytes)
      if (part.size - saved >= CHECKPOINT_BYTES) await save()
    },
  }
}

async function receive(
  context: DownloadContext,
  download: ExtractDownload,
  storage: Storage,
): Promise<void> {
  const { remote, head } = download
  await retryDownload(context, { url: remote.url, part: storage }, async () => {
    for await (const bytes of receiveRest(download, storage.size - head.length)) {
      await storage.append(bytes)
      context.progress.addBytes(bytes.length)
    }
  })
}

/** @param copied bytes of the tiles that were received */
async function* receiveRest(
  { remote, segments, tileDataOffset }: ExtractDownload,
  copied: number,
): AsyncGenerator<Uint8Array> {
  for (const group of groupSegments(skipCopied(segments, copied), MAX_GAP_BYTES)) {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) continue
    const { offset } = first
    const chunks = remote.stream(tileDataOffset + offset, last.offset + last.length - offset)
    yield* pickSegments(chunks, group)
  }
}

/** Drops the bytes between segments. @param chunks begin with the first segment and end with the last one */
async function* pickSegments(
  chunks: AsyncIterable<Uint8Array>,
  group: readonly Segment[],
): AsyncGenerator<Uint8Array> {
  let start = group[0]?.offset ?? 0
  let rest = [...group]
  for await (const chunk of chunks) {
    const end = start + chunk.length
    for (const { offset, length } of rest) {
      if (offset >= end) break
      yield chunk.subarray(Math.max(0, offset - start), Math.min(offset + length, end) - start)
    }
    rest = rest.filter(({ offset, length }) => offset + length > end)
    start = end
  }
}

function describe({ from, remote, head }: ExtractDownload): Omit<Unfinished, 'bytes'> {
  const { url, version } = remote
  return { from, url, version, head: createHash('sha256').update(head).digest('hex') }
}

function statePath(path: string): string {
  return `${path}.part.json`
}
