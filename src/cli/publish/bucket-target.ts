import { join } from 'node:path'
import { LATEST, type PublishedFile } from '../../core/model/published-files.ts'
import type { ObjectStore } from '../../core/storage/object-store.ts'
import { openBucket, type Bucket, type S3Settings } from '../../core/storage/s3/bucket.ts'
import { listObjects, requireBucket } from '../../core/storage/s3/list-objects.ts'
import { PART_SIZES } from '../../core/storage/s3/multipart.ts'
import { putFile } from '../../core/storage/s3/put-file.ts'
import { readObjectRange } from '../../core/storage/s3/read-object.ts'
import { removeObjects } from '../../core/storage/s3/remove-objects.ts'
import { isManifest, MANIFEST } from './manifest.ts'
import { isReleaseName, notOurs, type Release, type Target } from './target.ts'

/** Objects of a release never change, those of `latest` do every night. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const CHANGING = 'public, max-age=300'

/** Far larger than any manifest. */
const MANIFEST_BYTES = 1024 ** 2

/**
 * Opens a part of a bucket for releases. A bucket has no links, so that `latest` has a second copy of the files. It is
 * replaced file by file, the manifest last; this names the release, of which each file stays as it is.
 * @param storage where the files are written first
 * @throws CatalogError kind `conflict` if it has something else, `unavailable` if it cannot be reached
 */
export async function openBucketTarget(
  settings: S3Settings,
  storage: Pick<ObjectStore, 'workspace'>,
): Promise<Target> {
  await using opening = new AsyncDisposableStack()
  const bucket = opening.use(openBucket(settings))
  await requireBucket(bucket)
  await requireOwn(bucket, settings.url)
  const workspace = opening.use(await storage.workspace())
  const stack = opening.move()
  return {
    name: settings.url,
    prepare: async () => workspace.path,
    async publish(release, files, signal) {
      for (const [folder, cacheControl] of [
        [release, IMMUTABLE],
        [LATEST, CHANGING],
      ] as const)
        for (const file of files)
          await put(bucket, { file, folder, cacheControl, signal }, workspace.path)
    },
    list: () => listReleases(bucket),
    remove: ({ name }) => removeObjects(bucket, name),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

interface PutRequest {
  file: PublishedFile
  folder: string
  cacheControl: string
  signal: AbortSignal
}

async function put(
  bucket: Bucket,
  { file: { name, mediaType }, folder, cacheControl, signal }: PutRequest,
  from: string,
): Promise<void> {
  await putFile(bucket, {
    path: join(from, name),
    key: `${folder}/${name}`,
    sizes: PART_SIZES,
    headers: { ContentType: addCharset(mediaType), CacheControl: cacheControl },
    signal,
  })
}

/** Browsers show texts in the encoding of the user's language otherwise. */
function addCharset(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
}

async function listReleases(bucket: Bucket): Promise<Release[]> {
  const releases = new Map<string, Release>()
  for await (const { key } of listObjects(bucket, '')) {
    const [name = '', file] = key.split('/')
    if (!isReleaseName(name)) continue
    const isComplete = file === MANIFEST || releases.get(name)?.isComplete === true
    releases.set(name, { name, isComplete })
  }
  return [...releases.values()]
}

async function requireOwn(bucket: Bucket, url: string): Promise<void> {
  const range = { start: 0, end: MANIFEST_BYTES - 1 }
  const manifest = await readObjectRange(bucket, `${LATEST}/${MANIFEST}`, range)
  if (manifest && isManifest(manifest.toString())) return
  for await (const { key } of listObjects(bucket, '')) {
    const [name = ''] = key.split('/')
    if (!isReleaseName(name) && name !== LATEST) throw notOurs(url)
  }
}
