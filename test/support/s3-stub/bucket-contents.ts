import { createHash, randomUUID } from 'node:crypto'
import { S3Error } from './s3-error.ts'

export interface StubObject {
  body: Buffer
  /** With quotes. */
  etag: string
  contentType: string
  cacheControl: string | undefined
  modifiedAt: Date
  /** The SHA-256 in Base64, for those who ask; unknown by default. */
  sha256?: string
}

type Headers = Pick<StubObject, 'contentType' | 'cacheControl'>

interface Upload extends Headers {
  key: string
  parts: Map<number, { body: Buffer; etag: string }>
}

/** The objects of a bucket and its unfinished multipart uploads. */
export interface BucketContents {
  readonly objects: Map<string, StubObject>
  readonly uploads: Map<string, Upload>
  put(key: string, body: Buffer, headers: Headers): StubObject
  /** @throws S3Error `NoSuchKey` */
  require(key: string): StubObject
  startUpload(key: string, headers: Headers): string
  /** @returns the ETag */
  putPart(uploadId: string, number: number, body: Buffer): string
  completeUpload(uploadId: string, parts: readonly { number: number; etag: string }[]): StubObject
}

/** @param minPartBytes the least size of all parts but the last */
export function createBucketContents(now: () => number, minPartBytes: number): BucketContents {
  const objects = new Map<string, StubObject>()
  const uploads = new Map<string, Upload>()
  const requireUpload = (id: string): Upload => {
    const upload = uploads.get(id)
    if (!upload) throw new S3Error(404, 'NoSuchUpload', 'The upload does not exist.')
    return upload
  }
  const store = (key: string, body: Buffer, rest: Headers & { etag: string }): StubObject => {
    const object = { body, ...rest, modifiedAt: new Date(Math.floor(now() / 1000) * 1000) }
    objects.set(key, object)
    return object
  }
  return {
    objects,
    uploads,
    put: (key, body, headers) => store(key, body, { ...headers, etag: `"${md5(body)}"` }),
    require(key) {
      const object = objects.get(key)
      if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      return object
    },
    startUpload(key, headers) {
      const id = randomUUID()
      uploads.set(id, { key, ...headers, parts: new Map() })
      return id
    },
    putPart(uploadId, number, body) {
      if (number < 1 || number > 10_000) throw new S3Error(400, 'InvalidArgument', 'Part number')
      const etag = `"${md5(body)}"`
      requireUpload(uploadId).parts.set(number, { body, etag })
      return etag
    },
    completeUpload(uploadId, listed) {
      const { key, parts, contentType, cacheControl } = requireUpload(uploadId)
      const bodies = listed.map(({ number, etag }, index) => {
        const part = parts.get(number)
        if (part?.etag !== etag) throw new S3Error(400, 'InvalidPart', `Part ${number}`)
        if (number <= (listed[index - 1]?.number ?? 0))
          throw new S3Error(400, 'InvalidPartOrder', `Part ${number}`)
        if (index < listed.length - 1 && part.body.length < minPartBytes)
          throw new S3Error(400, 'EntityTooSmall', `Part ${number}`)
        return part.body
      })
      uploads.delete(uploadId)
      const etag = `"${md5(Buffer.concat(bodies))}-${bodies.length}"`
      return store(key, Buffer.concat(bodies), { contentType, cacheControl, etag })
    },
  }
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
