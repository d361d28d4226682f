import { CopyObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3'
import { tryAgain } from '../../base/errors.ts'
import type { Bucket } from './bucket.ts'
import { headObject, type ObjectHead } from './head-object.ts'
import { writeInParts, type PartSizes } from './multipart.ts'
import { objectHeaders } from './object-headers.ts'
import { removeObject } from './remove-objects.ts'
import { isPreconditionFailed, missingObject } from './s3-errors.ts'

const RETRY_SECONDS = 5

/** Servers answer a copy only when it has ended. */
const COPY_MS = 10 * 60_000

export interface Copy {
  from: string
  to: string
  sizes: PartSizes
}

/**
 * Copies an object inside the bucket.
 * @throws CatalogError kind `unavailable` if it changes during the copy; an error with code `ENOENT` if it does not
 *   exist
 */
export async function copyObject(bucket: Bucket, copy: Copy): Promise<void> {
  const { from, to, sizes } = copy
  const source = await headObject(bucket, from)
  if (!source) throw missingObject(from)
  try {
    await (source.size <= sizes.maxCopy ? copyWhole : copyInParts)(bucket, copy, source)
  } catch (error) {
    throw isPreconditionFailed(error) ? changedMeanwhile(error) : error
  }
  if (await isSameObject(bucket, copy, source)) return
  await removeObject(bucket, to)
  throw changedMeanwhile()
}

async function copyWhole(bucket: Bucket, { from, to }: Copy, source: ObjectHead): Promise<void> {
  const command = new CopyObjectCommand({
    ...describeSource(bucket, from, source),
    Bucket: bucket.name,
    Key: bucket.keyOf(to),
    MetadataDirective: 'REPLACE',
    ...objectHeaders(to),
  })
  await bucket.send('CopyObject', to, (client) => client.send(command, { requestTimeout: COPY_MS }))
}

async function copyInParts(bucket: Bucket, copy: Copy, source: ObjectHead): Promise<void> {
  const { from, to, sizes } = copy
  const object = {
    key: to,
    size: source.size,
    partSize: sizes.copy,
    headers: objectHeaders(to),
  }
  await writeInParts(bucket, object, async ({ number, range, uploadId }) => {
    const command = new UploadPartCopyCommand({
      ...describeSource(bucket, from, source),
      Bucket: bucket.name,
      Key: bucket.keyOf(to),
      UploadId: uploadId,
      PartNumber: number,
      CopySourceRange: `bytes=${range.start}-${range.end}`,
    })
    const { CopyPartResult } = await bucket.send('UploadPartCopy', to, (client) =>
      client.send(command, { requestTimeout: COPY_MS }),
    )
    return CopyPartResult?.ETag
  })
}

/** Some servers ignore the condition. */
function describeSource(bucket: Bucket, from: string, { etag }: ObjectHead) {
  const CopySource = `${bucket.name}/${bucket.keyOf(from)}`
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  return { CopySource, CopySourceIfMatch: etag }
}

/**
 * Compares the copy with its source. Their ETags differ if the copy was made in parts or is encrypted with another key;
 * then the source must at least have stayed the same.
 */
async function isSameObject(bucket: Bucket, { from, to }: Copy, source: ObjectHead) {
  const copy = await headObject(bucket, to)
  if (copy?.size !== source.size) return false
  if (copy.etag === source.etag) return true
  return (await headObject(bucket, from))?.etag === source.etag
}

function changedMeanwhile(cause?: unknown) {
  return tryAgain('The file was uploaded again while it was being stored.', RETRY_SECONDS, cause)
}
