import { resolve } from 'node:path'
import { CatalogError } from '../../core/errors.ts'
import { openApi, type Api } from '../api.ts'
import type { Cli } from '../cli.ts'
import { fetchIdentity, importObstacle } from '../identity.ts'
import { openSession } from '../login/session.ts'
import { checkManifest, type CheckOptions } from './check/check.ts'
import type { CheckSummary } from './check/tally.ts'
import { releaseSlot } from './commit.ts'
import { readManifest, type Manifest, type ManifestOptions } from './manifest/manifest.ts'
import type { Target } from './report.ts'
import { requestSlot } from './upload.ts'
import { collectionName, knownLicenses } from './wire.ts'

export interface PrepareOptions
  extends ManifestOptions, Pick<CheckOptions, 'onImage' | 'onRow' | 'maxFindings'> {
  collection?: number
  /** Folders that files are looked up in, relative to the working directory. */
  files: readonly string[]
}

export interface Prepared {
  manifest: Manifest
  result: CheckSummary
}

export interface OnlinePrepared extends Prepared {
  api: Api
  target: Target
}

/** Reads and checks a manifest without asking the instance anything. */
export async function prepareOffline(
  cli: Cli,
  path: string,
  options: PrepareOptions,
): Promise<Prepared> {
  const manifest = await readManifest(resolve(cli.cwd, path), options)
  return { manifest, result: await check(cli, manifest, options) }
}

/**
 * Reads and checks a manifest against an instance.
 * @throws CatalogError kind `unauthenticated` or `forbidden` when the caller may not import there,
 *   `not_found` for a collection that does not exist or is hidden from them
 */
export async function prepare(
  cli: Cli,
  path: string,
  options: PrepareOptions,
): Promise<OnlinePrepared> {
  const manifest = await readManifest(resolve(cli.cwd, path), options)
  const api = openApi(cli, await openSession(cli))
  const account = await requireImporter(api)
  const licenses = await api.get('/api/v2/licenses/', knownLicenses)
  const result = await check(cli, manifest, options, { licenses })
  for (const id of result.collections) {
    await requireCollection(cli, api, id)
  }
  return { manifest, result, api, target: { url: api.url, account } }
}

async function check(
  cli: Cli,
  manifest: Manifest,
  options: PrepareOptions,
  vocabulary?: CheckOptions['vocabulary'],
): Promise<CheckSummary> {
  return await checkManifest(manifest, {
    ...options,
    roots: options.files.map((folder) => resolve(cli.cwd, folder)),
    ...(vocabulary && { vocabulary }),
  })
}

async function requireImporter(api: Api): Promise<string> {
  const who = await fetchIdentity(api)
  const obstacle = importObstacle(who)
  if (obstacle === undefined) return who.username
  throw new CatalogError('forbidden', obstacle, { code: 'may_not_import' })
}

/**
 * An instance may hide a collection from readers and still take pictures for it, so where it cannot be
 * read, a slot is asked for and given back.
 */
async function requireCollection(cli: Cli, api: Api, collection: number): Promise<void> {
  try {
    await api.get(`/api/v2/collections/${collection}/`, collectionName)
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'not_found') throw error
    await probeCollection(cli, api, collection)
  }
}

async function probeCollection(cli: Cli, api: Api, collection: number): Promise<void> {
  const sending = { cli, api, signal: cli.signal }
  try {
    const slot = await requestSlot(sending, { collection, contentType: 'image/jpeg' })
    await releaseSlot(sending, slot.slot_id)
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'not_found') throw error
    throw new CatalogError('not_found', `${api.url} has no collection ${collection}.`, {
      code: 'collection.unknown',
      cause: error,
    })
  }
}
