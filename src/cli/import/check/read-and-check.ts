import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { MICROS_PER_SECOND } from '../../../core/clock.ts'
import type { Api } from '../../api.ts'
import type { Cli } from '../../cli.ts'
import { requireImporter } from '../../identity.ts'
import { openSession } from '../../login/session.ts'
import { checkManifest } from './check-manifest.ts'
import type { CheckOptions } from './check-options.ts'
import {
  createImageFinder,
  findUnconfirmedCollections,
  findUnconfirmedSubjects,
} from './instance-checks.ts'
import { createSubjectFinder } from './find-subject.ts'
import { createReplaceableFinder } from './find-replaceable.ts'
import { withFindings, type CheckSummary } from './tally.ts'
import type { KnownCollection, KnownCollections } from './collections.ts'
import { probeCollection, requireCollection } from '../transfer/require-collection.ts'
import { readManifest, type Manifest, type ManifestOptions } from '../manifest/manifest.ts'
import { readProject } from '../manifest/project-file.ts'
import type { Target } from '../report/report-run.ts'
import { openSingleAccountApi } from '../../single-account-api.ts'
import { licensesResponse } from '../transfer/response-schemas.ts'

/** Dates are let through until it is the next day everywhere on earth. */
const MICROS_PER_DAY = 24 * 60 * 60 * MICROS_PER_SECOND

export interface ReadAndCheckOptions
  extends
    ManifestOptions,
    Pick<
      CheckOptions,
      | 'onImage'
      | 'onRow'
      | 'maxFindings'
      | 'hashFirst'
      | 'isImported'
      | 'onFileMoved'
      | 'onImported'
    > {
  collection?: number
  /** Folders that files are looked up in, relative to the working directory. */
  files: readonly string[]
  /** Asks the instance about each row, whether it has such an image already. */
  findDuplicates?: boolean
  /**
   * What is done to know whether a collection takes pictures: `ask` tells what can't be seen as a warning,
   * `probe` asks for a slot and gives it back, and what `require` finds out ends everything.
   */
  collections?: 'ask' | 'probe' | 'require'
  /** Called once the manifest is open, before any row is read from it. */
  onManifest?: (manifest: Manifest) => Promise<void>
}

export interface CheckedManifest {
  manifest: Manifest
  result: CheckSummary
}

export interface OnlineCheckedManifest extends CheckedManifest {
  api: Api
  target: Target
  /** Number of the account that is signed in. */
  accountId: number
  /** Those that rows without errors name. */
  collections: KnownCollections
}

/** Reads and checks a manifest without asking the instance anything. */
export async function readAndCheckOffline(
  cli: Cli,
  path: string,
  options: ReadAndCheckOptions,
): Promise<CheckedManifest> {
  const wanted = await applyProjectDefaults(cli, path, options)
  const manifest = await openManifest(cli, path, wanted)
  return { manifest, result: await checkWithOptions(cli, manifest, wanted) }
}

/**
 * Reads and checks a manifest against an instance.
 * @throws CatalogError kind `unauthenticated` or `forbidden` when the caller may not import there,
 *   `not_found` for a collection that does not exist or is hidden from them
 */
export async function readAndCheck(
  cli: Cli,
  path: string,
  options: ReadAndCheckOptions,
): Promise<OnlineCheckedManifest> {
  const wanted = await applyProjectDefaults(cli, path, options)
  const manifest = await openManifest(cli, path, wanted)
  const session = await openSession(cli)
  const { api, identity } = await openSingleAccountApi(cli, session)
  requireImporter(identity, session)
  const { result, collections } =
    wanted.purpose === 'replace'
      ? await checkReplacements(cli, api, manifest, wanted)
      : await checkNewImages(cli, api, manifest, wanted)
  return {
    manifest,
    result,
    collections,
    api,
    target: { url: api.url, account: identity.username },
    accountId: identity.map_id,
  }
}

type Checked = Pick<OnlineCheckedManifest, 'result' | 'collections'>

async function checkReplacements(
  cli: Cli,
  api: Api,
  manifest: Manifest,
  wanted: ReadAndCheckOptions,
): Promise<Checked> {
  const result = await checkWithOptions(cli, manifest, wanted, {
    findReplaceable: createReplaceableFinder(api),
  })
  return { result, collections: new Map() }
}

async function checkNewImages(
  cli: Cli,
  api: Api,
  manifest: Manifest,
  wanted: ReadAndCheckOptions,
): Promise<Checked> {
  const licenses = await api.get('/api/v2/licenses/', licensesResponse)
  const result = await checkWithOptions(cli, manifest, wanted, {
    vocabulary: { licenses },
    findSubject: createSubjectFinder(api),
    ...(wanted.findDuplicates && { findKnownImage: createImageFinder(api) }),
  })
  const collections = new Map<number, KnownCollection>()
  const findings = await findUnconfirmedSubjects(api, manifest, result.subjects)
  if (wanted.collections === 'ask' || wanted.collections === 'probe') {
    const probe = (id: number): Promise<void> => probeCollection(api, id)
    const asked = wanted.collections === 'probe' ? probe : undefined
    findings.push(...(await findUnconfirmedCollections(api, result.collections, asked)))
  } else {
    for (const id of result.collections) {
      const known = await requireCollection(api, id)
      if (known) collections.set(id, known)
    }
  }
  return { result: withFindings(result, findings), collections }
}

async function openManifest(
  cli: Cli,
  path: string,
  wanted: ReadAndCheckOptions,
): Promise<Manifest> {
  const manifest = await readManifest(resolve(cli.cwd, path), wanted)
  await wanted.onManifest?.(manifest)
  return manifest
}

/** What the project's file says, where no option says something else. */
export async function applyProjectDefaults(
  cli: Cli,
  path: string,
  options: ReadAndCheckOptions,
): Promise<ReadAndCheckOptions> {
  const project = await readProject(await findFolder(resolve(cli.cwd, path)))
  if (project === undefined) return options
  const { files = [], map, set, ...defaults } = project
  return {
    ...defaults,
    ...options,
    files: options.files.length > 0 ? options.files : files,
    map: { ...map, ...options.map },
    set: { ...set, ...options.set },
  }
}

async function findFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isDirectory() ? path : dirname(path)
}

async function checkWithOptions(
  cli: Cli,
  manifest: Manifest,
  options: ReadAndCheckOptions,
  asked?: Pick<CheckOptions, 'vocabulary' | 'findSubject' | 'findKnownImage' | 'findReplaceable'>,
): Promise<CheckSummary> {
  return await checkManifest(manifest, {
    ...options,
    roots: options.files.map((folder) => resolve(cli.cwd, folder)),
    today: Math.floor(cli.clock.now() / MICROS_PER_DAY) + 1,
    ...asked,
  })
}
