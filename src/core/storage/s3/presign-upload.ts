import { PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { UploadTarget } from '../upload-target.ts'
import type { Bucket } from './bucket.ts'
import { toS3Error } from './s3-errors.ts'

/** The longest lifetime of a presigned URL. */
const MAX_SECONDS = 7 * 24 * 60 * 60

/** By default the presigner signs the host only, and the URL would accept any content type. */
const SIGNED_HEADERS = new Set(['host', 'content-type'])

/**
 * Creates a URL that allows a PUT of one content type to one key until it expires. Needs no request, unless the credentials
 * have to be fetched.
 */
export async function presignUpload(
  bucket: Pick<Bucket, 'client' | 'name' | 'keyOf'>,
  { key, contentType, expiresAt }: UploadTarget,
  now: Micros,
): Promise<string> {
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: bucket.keyOf(key),
    ContentType: contentType,
  })
  const seconds = Math.floor((expiresAt - now) / MICROS_PER_SECOND)
  try {
    return await getSignedUrl(bucket.client, command, {
      signingDate: new Date(Math.floor(now / 1000)),
      expiresIn: Math.min(seconds, MAX_SECONDS),
      signableHeaders: SIGNED_HEADERS,
    })
  } catch (error) {
    throw toS3Error(error, { operation: 'presign PutObject', key })
  }
}
