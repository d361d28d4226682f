import { open, type FileHandle } from 'node:fs/promises'
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import type { ByteRange } from '../object-store.ts'
import { SEND_MS, type Bucket } from './bucket.ts'
import { writeInParts, type PartSizes } from './multipart.ts'
import { objectHeaders, type ObjectHeaders } from './object-headers.ts'

const LIMITS = { requestTimeout: SEND_MS }

export interface StoredFile {
  path: string
  key: string
  sizes: PartSizes
  /** Those of image files by default. */
  headers?: ObjectHeaders
}

/** Stores a file of this machine under a key. Its parts are held in memory one by one, so that requests can be repeated. */
export async function putFile(
  bucket: Bucket,
  { path, key, sizes, headers = objectHeaders(key) }: StoredFile,
): Promise<void> {
  await using file = await open(path)
  const { size } = await file.stat()
  const target = { Bucket: bucket.name, Key: bucket.keyOf(key) }
  if (size <= sizes.upload) {
    const Body = await readPart(file, { start: 0, end: size - 1 })
    const command = new PutObjectCommand({ ...target, ...headers, Body })
    await bucket.send('PutObject', key, (client) => client.send(command, LIMITS))
    return
  }
  await writeInParts(bucket, { key, size, partSize: sizes.upload, headers }, async (part) => {
    const Body = await readPart(file, part.range)
    const named = { ...target, UploadId: part.uploadId, PartNumber: part.number }
    const command = new UploadPartCommand({ ...named, Body })
    const { ETag } = await bucket.send('UploadPart', key, (client) => client.send(command, LIMITS))
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
