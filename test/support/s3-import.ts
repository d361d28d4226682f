import type { ConfigSources } from '../../src/core/config/config.ts'
import { openImportApi, type ImportApi } from './import-api.ts'
import { BUCKET, startS3Stub, type S3Stub, type StubOptions } from './s3-stub/s3-stub.ts'

export interface S3ImportApi extends ImportApi {
  readonly stub: S3Stub
  /** Keys of all objects in the bucket that are files of images or uploads, or were. */
  keys(): string[]
}

/** A server with its image files in the stub's bucket, below the prefix `catalog`. */
export async function openS3ImportApi(
  flags: ConfigSources['flags'] = {},
  options: StubOptions = {},
): Promise<S3ImportApi> {
  let now = Date.now
  const stub = await startS3Stub({ ...options, presignNow: () => now() })
  const api = await openImportApi({
    storageUrl: `s3://${BUCKET}/catalog`,
    storageEndpoint: stub.endpoint,
    storageRegion: 'eu-central-1',
    storagePathStyle: true,
    ...flags,
  })
  now = () => api.server.clock.now() / 1000
  return {
    ...api,
    stub,
    keys: () =>
      [...stub.contents.objects.keys()]
        .filter((key) => !/^catalog\/files-(id|nonce)$/.test(key))
        .toSorted(),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await stub[Symbol.asyncDispose]()
    },
  }
}
