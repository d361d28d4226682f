import { join } from 'node:path'
import { makeFolder } from './disk/make-folder.ts'
import type { Config } from '../config/config.ts'
import { filesFolder, nodeIdPath } from './disk/data-folder.ts'
import { invalid } from '../base/errors.ts'
import { ensureIdFile } from './id-file.ts'
import { openLocalDisk, readLocalDisk } from './local-disk.ts'
import { FOLDER } from './modes.ts'
import type { ObjectStore } from './object-store.ts'
import type { TakeLock } from './temporary-folder.ts'

export type StorageSettings = Pick<
  Config,
  | 'data'
  | 'files'
  | 'maxUpload'
  | 'storageUrl'
  | 'storageEndpoint'
  | 'storageRegion'
  | 'storagePathStyle'
  | 'uploadUrl'
> & {
  /** Profile of the AWS configuration files that has the credentials; that of `AWS_PROFILE` by default. */
  storageProfile?: string | undefined
}

/** Opens the storage of a catalog. The only place that chooses its kind; the client of S3 is loaded only if it is used. */
export async function openStorage(
  config: StorageSettings,
  takeLock: TakeLock,
): Promise<ObjectStore> {
  const { storageUrl } = config
  if (storageUrl !== null) return await openS3Storage({ ...config, storageUrl }, takeLock)
  return await openLocalDisk(filesFolder(config), {
    takeLock,
    temporary: await temporaryFolder(config),
  })
}

/** Opens a storage to read from it. Creates nothing in the data directory. */
export async function openStorageForReading(
  config: StorageSettings,
  takeLock: TakeLock,
): Promise<Pick<ObjectStore, 'stat' | 'read' | 'list'>> {
  return config.storageUrl === null
    ? readLocalDisk(filesFolder(config))
    : await openStorage(config, takeLock)
}

/** Below a shared directory, each node has its own, because locks of other hosts may be invisible here. */
async function temporaryFolder({ data, files }: Pick<Config, 'data' | 'files'>): Promise<string> {
  if (files === null) return join(data, 'tmp')
  return join(filesFolder({ data, files }), 'tmp', await ensureIdFile(nodeIdPath(data)))
}

async function openS3Storage(
  config: StorageSettings & { storageUrl: string },
  takeLock: TakeLock,
): Promise<ObjectStore> {
  requireUploadLimit(config)
  const { openS3 } = await import('./s3/open-s3.ts')
  return openS3({ ...s3Settings(config), data: config.data, takeLock })
}

/** The settings of a storage in S3. */
export function s3Settings(config: StorageSettings & { storageUrl: string }) {
  return {
    url: config.storageUrl,
    endpoint: config.storageEndpoint,
    region: config.storageRegion,
    pathStyle: config.storagePathStyle,
    profile: config.storageProfile,
    uploadEndpoint: config.uploadUrl,
  }
}

/** S3 accepts no larger file in one request, so a higher limit could not be kept. */
const MAX_PUT_BYTES = 5 * 1024 ** 3

function requireUploadLimit({ maxUpload }: Pick<Config, 'maxUpload'>): void {
  if (maxUpload <= MAX_PUT_BYTES) return
  throw invalid(
    '--max-upload',
    `should be at most ${MAX_PUT_BYTES} with CATALOG_STORAGE_URL, because S3 accepts no larger uploads`,
  )
}

/** Location of another storage, with the settings of a bucket that differ from those of the catalog. */
export interface OtherStorage {
  /** A valid URL `s3://bucket/prefix`, or the absolute path of a directory, which is created. */
  location: string
  endpoint?: string | undefined
  region?: string | undefined
  pathStyle?: boolean | undefined
  profile?: string | undefined
}

/**
 * Opens another storage than that of the catalog.
 * @throws CatalogError kind `invalid` if it is the storage of the catalog
 */
export async function openOtherStorage(
  config: StorageSettings,
  other: OtherStorage,
  takeLock: TakeLock,
): Promise<ObjectStore> {
  const settings = toSettings(config, other)
  if (isSameStorage(config, settings)) throw invalid('--to', 'is where the files are')
  if (settings.storageUrl === null) await makeFolder(settings.data, FOLDER)
  return await openStorage(settings, takeLock)
}

function toSettings(
  config: StorageSettings,
  { location, ...other }: OtherStorage,
): StorageSettings {
  const isBucket = location.startsWith('s3://')
  return {
    ...config,
    storageUrl: isBucket ? location : null,
    data: isBucket ? config.data : location,
    files: null,
    storageEndpoint: other.endpoint ?? config.storageEndpoint,
    storageRegion: other.region ?? config.storageRegion,
    storagePathStyle: other.pathStyle ?? config.storagePathStyle,
    storageProfile: other.profile,
  }
}

function isSameStorage(one: StorageSettings, other: StorageSettings): boolean {
  if (one.storageUrl !== other.storageUrl) return false
  return one.storageUrl === null
    ? filesFolder(one) === filesFolder(other)
    : one.storageEndpoint === other.storageEndpoint
}
