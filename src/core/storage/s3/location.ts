/** Location of the objects of a catalog: `s3://bucket/prefix`. */
export interface S3Location {
  /** With a tenant of Ceph before it, if there is one: `tenant:bucket`. */
  bucket: string
  /** Precedes every key: empty, or with a final slash. */
  prefix: string
}

/** Parses a valid value of `CATALOG_STORAGE_URL`. */
export function parseS3Url(url: string): S3Location {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(url) ?? []
  return { bucket, prefix: path === '' ? '' : `${path}/` }
}
