import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import type { ByteRange } from '../object-store.ts'
import { SEND_MS, type Bucket } from './bucket.ts'
import type { ObjectHeaders } from './object-headers.ts'

/** Sizes that decide how objects are written, in bytes. */
export interface PartSizes {
  /** Larger files are uploaded in parts of this size. */
  upload: number
  /** Larger objects are copied in parts. */
  maxCopy: number
  /** The size of these parts. */
  copy: number
}

/**
 * S3 copies up to 5 GiB in one request, but servers that send nothing during the copy would exceed the time limit of an
 * idle connection.
 */
export const PART_SIZES: PartSizes = {
  upload: 16 * 1024 ** 2,
  maxCopy: 1024 ** 3,
  copy: 256 * 1024 ** 2,
}

/** The most parts that S3 accepts. */
const MAX_PARTS = 10_000

/** One part of an object that is being written. */
export interface Part {
  /** From 1. */
  number: number
  range: ByteRange
  uploadId: string
}

interface NewObject {
  key: string
  size: number
  partSize: number
  headers: ObjectHeaders
}

/**
 * Writes an object in parts, one after the other. The object appears when all of them are stored.
 * @param storePart stores a part and returns its ETag
 */
export async function writeInParts(
  bucket: Bucket,
  { key, size, partSize, headers }: NewObject,
  storePart: (part: Part) => Promise<string | undefined>,
): Promise<void> {
  const target = { Bucket: bucket.name, Key: bucket.keyOf(key) }
  const create = new CreateMultipartUploadCommand({ ...target, ...headers })
  const created = await bucket.send('CreateMultipartUpload', key, (client) => client.send(create))
  const upload = { ...target, UploadId: created.UploadId }
  try {
    const parts: CompletedPart[] = []
    for (const range of splitIntoRanges(size, partSize)) {
      const number = parts.length + 1
      const etag = await storePart({ number, range, uploadId: created.UploadId ?? '' })
      parts.push({ PartNumber: number, ETag: etag })
    }
    const complete = { ...upload, MultipartUpload: { Parts: parts } }
    await bucket.send('CompleteMultipartUpload', key, (client) =>
      client.send(new CompleteMultipartUploadCommand(complete), { requestTimeout: SEND_MS }),
    )
  } catch (error) {
    await abort(bucket, upload)
    throw error
  }
}

function* splitIntoRanges(size: number, least: number): Generator<ByteRange> {
  const partSize = Math.max(least, Math.ceil(size / MAX_PARTS))
  for (let start = 0; start < size; start += partSize) {
    yield { start, end: Math.min(start + partSize, size) - 1 }
  }
}

/** Discards the parts. What cannot be discarded now is removed by the lifecycle rule of the bucket. */
async function abort(
  { client }: Bucket,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand(upload))
  } catch {
    // The error that made the upload fail matters more.
  }
}
