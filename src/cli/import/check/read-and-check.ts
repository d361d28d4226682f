import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { requireContributor, requireImporter } from '../../client/identity.ts'
import { openSession } from '../../login/session.ts'
import { getLatestDay } from './check-date.ts'
import { checkManifest } from './check-manifest.ts'
import type { CheckOptions } from './check-options.ts'
import type { PlaceOptions } from './check-place.ts'
import {
  createImageFinder,
  findUnconfirmedCollections,
  findUnconfirmedSubjects,
} from './instance-checks.ts'
import { createSubjectFinder } from './find-subject.ts'
import { createReplaceableFinder } from './replaceable-image.ts'
import { withFindings, type CheckSummary } from './tally.ts'
import type { KnownCollection, KnownCollections } from './collections.ts'
import { createUrlProbe } from '../transfer/probe-url.ts'
import { probeCollection, requireCollection } from '../transfer/require-collection.ts'
import { openInputFile } from '../../tables/input-file.ts'
import { readManifest, type Manifest, type ManifestOptions } from '../../tables/manifest.ts'
import { joinMaps } from '../../tables/columns.ts'
import { listProjectFolders, readProject, type ProjectDefaults } from './project-file.ts'
import type { Target } from '../report/report-run.ts'
import { openSingleAccountApi } from '../../client/single-account-api.ts'
import { licensesResponse } from './response-schemas.ts'

export interface ReadAndCheckOptions
  extends
    ManifestOptions,
    PlaceOptions,
    Pick<
      CheckOptions,
      | 'onImage'
      | 'onRow'
      | 'maxFindings'
      | 'hashFirst'
      | 'allowHttp'
      | 'downloads'
      | 'isImported'
      | 'onFileMoved'
      | 'onImported'
    > {
  collection?: number
  /** Folders to search for files, relative to the working directory. */
  files: readonly string[]
  /** The project file, whose folders are searched if no others are given. */
  project?: ProjectDefaults
  /** Whether to ask the instance for an image with the same content or reference as each row. */
  findDuplicates?: boolean
  /**
   * Check of collections: `ask` warns about collections that the instance does not show, `probe` requests and
   * cancels a slot, and `require` throws an error.
   * @default 'require'
   */
  collections?: 'ask' | 'probe' | 'require'
  /** Whether to ask the servers of URLs for their files. */
  probeUrls?: boolean
  /** Whether URLs may lead to private addresses. */
  allowPrivateUrls?: boolean
  /** Called when the manifest is open, before its rows are read. */
  onManifest?: (manifest: Manifest) => Promise<void>
}

export interface CheckedManifest {
  manifest: Manifest
  result: CheckSummary
}

export interface OnlineCheckedManifest extends CheckedManifest {
  api: Api
  target: Target
  /** OpenStreetMap id of the signed-in account. */
  accountId: number
  /** Collections of rows without errors. */
  collections: KnownCollections
}

/**
 * Reads and checks a manifest without requests to the instance.
 * @param resolved options with the defaults of the project file
 */
export async function readAndCheckOffline(
  cli: Cli,
  path: string,
  resolved: ReadAndCheckOptions,
): Promise<CheckedManifest> {
  const manifest = await openManifest(cli, path, resolved)
  return { manifest, result: await checkWithOptions(cli, manifest, resolved) }
}

/**
 * Reads and checks a manifest against an instance.
 * @param resolved options with the defaults of the project file
 * @throws CatalogError kind `unauthenticated` or `forbidden` if the user may not import,
 *   `not_found` if a collection does not exist or is hidden from the user
 */
export async function readAndCheck(
  cli: Cli,
  path: string,
  resolved: ReadAndCheckOptions,
): Promise<OnlineCheckedManifest> {
  const manifest = await openManifest(cli, path, resolved)
  const session = await openSession(cli)
  const { api, identity } = await openSingleAccountApi(cli, session)
  requireImporter(identity, session)
  const { result, collections } =
    resolved.purpose === 'replace'
      ? await checkReplacements(cli, api, manifest, resolved)
      : await checkNewImages(cli, api, manifest, resolved)
  if (result.places > 0) requireContributor(identity, session)
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
  resolved: ReadAndCheckOptions,
): Promise<Checked> {
  const result = await checkWithOptions(cli, manifest, resolved, {
    findReplaceable: createReplaceableFinder(api),
  })
  return { result, collections: new Map() }
}

async function checkNewImages(
  cli: Cli,
  api: Api,
  manifest: Manifest,
  resolved: ReadAndCheckOptions,
): Promise<Checked> {
  const licenses = await api.get('/api/v2/licenses/', licensesResponse)
  const subjectFinder = createSubjectFinder(api)
  const result = await checkWithOptions(cli, manifest, resolved, {
    licenses,
    subjectFinder,
    ...(resolved.findDuplicates && { findKnownImage: createImageFinder(api) }),
  })
  const collections = new Map<number, KnownCollection>()
  const findings = await findUnconfirmedSubjects(subjectFinder, manifest, result.subjects)
  if (resolved.collections === 'ask' || resolved.collections === 'probe') {
    const probe = (id: number): Promise<void> => probeCollection(api, id)
    const probeIfAsked = resolved.collections === 'probe' ? probe : undefined
    findings.push(...(await findUnconfirmedCollections(api, result.collections, probeIfAsked)))
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
  resolved: ReadAndCheckOptions,
): Promise<Manifest> {
  const source = await openInputFile(cli, path)
  const manifest = await readManifest(resolve(cli.cwd, path), { ...resolved, source })
  await resolved.onManifest?.(manifest)
  return manifest
}

/** Adds the defaults of the project file. The given options take precedence. */
export async function applyProjectDefaults(
  cli: Cli,
  path: string,
  options: ReadAndCheckOptions,
): Promise<ReadAndCheckOptions> {
  const project = await readProject(await findFolder(resolve(cli.cwd, path)))
  if (project === undefined) return options
  const { map, set, path: _, files: __, ...defaults } = project
  return {
    ...defaults,
    ...options,
    project,
    map: joinMaps(map, options.map),
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
  lookups?: Pick<CheckOptions, 'licenses' | 'subjectFinder' | 'findKnownImage' | 'findReplaceable'>,
): Promise<CheckSummary> {
  return await checkManifest(manifest, {
    ...options,
    roots: await listRoots(cli, options),
    today: getLatestDay(cli.clock),
    ...(options.probeUrls && {
      probeUrl: createUrlProbe(cli, { onlyPublic: !options.allowPrivateUrls }),
    }),
    ...lookups,
  })
}

async function listRoots(
  cli: Cli,
  { files, project }: Pick<ReadAndCheckOptions, 'files' | 'project'>,
): Promise<string[]> {
  if (files.length === 0 && project) return await listProjectFolders(project)
  return files.map((folder) => resolve(cli.cwd, folder))
}
