import { S3Client } from '@aws-sdk/client-s3'
import { convertS3Errors } from './s3-errors.ts'
import { parseS3Url } from './location.ts'

export interface S3Settings {
  /** `s3://bucket/prefix` or `s3://tenant:bucket/prefix` */
  url: string
  /** Null for AWS, or for what the AWS configuration names. */
  endpoint: string | null
  /** Null for what the AWS configuration names. */
  region: string | null
  pathStyle: boolean
  /** Profile of the AWS configuration files that has the credentials; that of `AWS_PROFILE` by default. */
  profile?: string | undefined
}

/** A bucket, or the part of it below a prefix. */
export interface Bucket extends Disposable {
  readonly client: S3Client
  readonly name: string
  /** Maps a key of the store to the key in the bucket. */
  keyOf(key: string): string
  /** Maps a key in the bucket to the key of the store. */
  fromBucket(key: string): string
  /**
   * Sends a request with the client. `operation` and `key` say in errors what failed.
   * @throws CatalogError kind `unavailable`; an error about a missing object as it is
   */
  send<T>(operation: string, key: string, request: (client: S3Client) => Promise<T>): Promise<T>
}

const CONNECT_MS = 5000

/** The time until the response to a request without a body begins. */
const RESPONSE_MS = 10_000

/** The same for a request that sends up to 16 MB. */
export const SEND_MS = 120_000

/** The time without any data after which a connection counts as lost. */
const IDLE_MS = 60_000

/** Requests are repeated after errors of the network, 5xx and throttling, with increasing delays. */
const MAX_ATTEMPTS = 3

/** A client that receives a file slowly keeps a connection busy, so the default of 50 would be used up soon. */
const MAX_CONNECTIONS = 500

export function openBucket(settings: S3Settings): Bucket {
  const { bucket: name, prefix } = parseS3Url(settings.url)
  const client = createClient(settings)
  return {
    client,
    name,
    keyOf: (key) => prefix + key,
    fromBucket: (key) => key.slice(prefix.length),
    send: (operation, key, request) => convertS3Errors(request(client), { operation, key }),
    [Symbol.dispose]: () => client.destroy(),
  }
}

/** The same bucket at the address that clients use for uploads; null if it is that of this process. */
export function openUploads(
  bucket: Bucket,
  settings: S3Settings & { uploadEndpoint: string | null },
): Bucket {
  const { uploadEndpoint: endpoint } = settings
  return endpoint === null ? bucket : { ...bucket, client: createClient({ ...settings, endpoint }) }
}

/** Creates a client whose credentials come from a profile, or from the usual AWS variables and files. */
function createClient({ url, endpoint, region, pathStyle, profile }: S3Settings): S3Client {
  return new S3Client({
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    ...(profile !== undefined && { profile }),
    // A host name cannot contain the colon after a tenant.
    forcePathStyle: pathStyle || parseS3Url(url).bucket.includes(':'),
    // Servers other than AWS may reject the newer checksums. The signature covers the SHA-256 of a request's body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  })
}
