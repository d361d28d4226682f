import { open, type FileHandle } from 'node:fs/promises'
import { PutObjectCommand, UploadPartCommand, type S3Client } from '@aws-sdk/client-s3'
import { untilAborted } from '../../base/until-aborted.ts'
import type { ByteRange } from '../object-store.ts'
import { SEND_MS, type Bucket } from './bucket.ts'
import { writeInParts, type PartSizes } from './multipart.ts'
import { objectHeaders, type ObjectHeaders } from './object-headers.ts'

export interface StoredFile {
  path: string
  key: string
  sizes: PartSizes
  /** Those of image files by default. */
  headers?: ObjectHeaders
  signal?: AbortSignal
}

/**
 * Stores a file of this machine under a key. Its parts are held in memory one by one, so that requests can be repeated.
 * @throws the reason of the signal once that is aborted
 */
export async function putFile(
  bucket: Bucket,
  { path, key, sizes, headers = objectHeaders(key), signal }: StoredFile,
): Promise<void> {
  await using file = await open(path)
  const { size } = await file.stat()
  const target = { Bucket: bucket.name, Key: bucket.keyOf(key) }
  const options = { requestTimeout: SEND_MS, ...(signal && { abortSignal: signal }) }
  const send = async <T>(
    operation: string,
    request: (client: S3Client) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted()
    const sending = bucket.send(operation, key, request)
    return await (signal ? untilAborted(sending, signal) : sending)
  }
  if (size <= sizes.upload) {
    const Body = await readPart(file, { start: 0, end: size - 1 })
    const command = new PutObjectCommand({ ...target, ...headers, Body })
    await send('PutObject', (client) => client.send(command, options))
    return
  }
  await writeInParts(bucket, { key, size, partSize: sizes.upload, headers }, async (part) => {
    const Body = await readPart(file, part.range)
    const named = { ...target, UploadId: part.uploadId, PartNumber: part.number }
    const command = new UploadPartCommand({ ...named, Body })
    const { ETag } = await send('UploadPart', (client) => client.send(command, options))
    return ETag
  })
}

async function readPart(file: FileHandle, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start + 1)
  for (let read = 0; read < bytes.length;) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read)
    if (bytesRead === 0) throw new Error('the file became shorter while it was stored')
    read += bytesRead
  }
  return bytes
}
