import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { ByteRange } from '../object-store.ts'
import type { Bucket } from './bucket.ts'
import {
  ignoreMissingObject,
  isMissing,
  isOutOfRange,
  missingObject,
  toS3Error,
} from './s3-errors.ts'

/** Interruptions in a row without any data after which a read fails. */
const MAX_INTERRUPTIONS = 3

/** The bytes of an object, or a range of them. The stream fails with code `ENOENT` if there is no such object. */
export function readObject(bucket: Bucket, key: string, range?: ByteRange): Readable {
  return Readable.from(readChunks(bucket, key, range), { objectMode: false })
}

/** The bytes of a range, fewer if the object ends inside it; undefined if there is no such object. */
export async function readObjectRange(
  bucket: Bucket,
  key: string,
  range: ByteRange,
): Promise<Buffer | undefined> {
  const chunks = await ignoreMissingObject(Array.fromAsync(readChunks(bucket, key, range)))
  return chunks && Buffer.concat(chunks)
}

/** Yields the bytes of one version of an object. Continues where a connection was lost. */
export async function* readChunks(
  bucket: Bucket,
  key: string,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const rest: Wanted = { start: range?.start ?? 0, end: range?.end, etag: undefined }
  for (let interruptions = 0; isUnfinished(rest);) {
    const opened = await openRange(bucket, key, rest)
    if (!opened) return
    const { start } = rest
    Object.assign(rest, { end: start + opened.size - 1, etag: opened.etag })
    // A server may also end a response early without an error.
    let failure: unknown = new Error('the response ended early')
    try {
      for await (const chunk of opened.body) {
        rest.start += chunk.byteLength
        yield chunk
      }
    } catch (error) {
      failure = error
    }
    interruptions = rest.start > start ? 0 : interruptions + 1
    if (interruptions > MAX_INTERRUPTIONS) throw toS3Error(failure, { operation: 'GetObject', key })
  }
}

interface Wanted {
  start: number
  /** Undefined for the end of the object. */
  end: number | undefined
  /** Of the version that was read so far. */
  etag: string | undefined
}

function isUnfinished({ start, end }: Wanted): boolean {
  return end === undefined || start <= end
}

interface OpenedRange {
  body: AsyncIterable<Uint8Array>
  size: number
  etag: string | undefined
}

/** Returns undefined if the range begins after the last byte. */
async function openRange(
  bucket: Bucket,
  key: string,
  { start, end, etag }: Wanted,
): Promise<OpenedRange | undefined> {
  const isWhole = start === 0 && end === undefined
  const command = new GetObjectCommand({
    Bucket: bucket.name,
    Key: bucket.keyOf(key),
    ...(!isWhole && { Range: `bytes=${start}-${end ?? ''}` }),
    ...(etag !== undefined && { IfMatch: etag }),
  })
  try {
    const got = await bucket.send('GetObject', key, (client) => client.send(command))
    return { body: got.Body as Readable, size: got.ContentLength ?? 0, etag: got.ETag }
  } catch (error) {
    if (isMissing(error)) throw missingObject(key)
    if (isOutOfRange(error)) return undefined
    throw error
  }
}
