import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { requireImporter } from '../../client/identity.ts'
import { openSession } from '../../login/session.ts'
import { ensureStateFolder } from '../../login/state-folder.ts'
import { startProgress } from '../../terminal/progress.ts'
import { EMPTY_METADATA } from '../check/check-replaced-image.ts'
import { createReplaceableFinder } from '../check/replaceable-image.ts'
import { requireImageFile } from '../check/require-image-file.ts'
import { trackProgress } from './track-progress.ts'
import { handleChangedFiles } from '../journal/changed-files.ts'
import { deleteJournal } from '../journal/delete-journal.ts'
import { openJournal } from '../journal/journal.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import { listResults } from '../report/report-run.ts'
import { CHANGED_AFTER_COMMIT, type RowResult } from '../journal/row-result.ts'
import { runImport } from './run-import.ts'
import { openSingleAccountApi } from '../../client/single-account-api.ts'

/** A checked replacement of one image's file. */
export interface PreparedReplacement {
  api: Api
  accountId: number
  title: string
  /** Whether the image is rotated or mirrored; its new file will be shown without either. */
  isRotatedOrMirrored: boolean
  image: PlannedImage
}

/**
 * Checks the image and its new file. Changes nothing.
 * @param path absolute path of the new file
 * @param expected required SHA-256 of the file, in hexadecimal
 * @throws CatalogError kind `not_found` for the image, `forbidden`, `unsupported` for the file, or
 *   `unprocessable` if the digest differs
 */
export async function prepareReplacement(
  cli: Cli,
  { imageId, path, expected }: { imageId: number; path: string; expected?: string },
): Promise<PreparedReplacement> {
  const { sha256, ...file } = await requireImageFile(path, {
    shouldHash: expected !== undefined,
  })
  if (expected !== undefined) requireDigest(sha256, expected)
  const session = await openSession(cli)
  const { api, identity } = await openSingleAccountApi(cli, session)
  requireImporter(identity, session)
  const found = await createReplaceableFinder(api)(imageId)
  if (found === undefined) throw imageNotFound(imageId)
  return {
    api,
    accountId: identity.map_id,
    title: found.title,
    isRotatedOrMirrored: found.isTransformed,
    image: {
      ...file,
      row: 1,
      line: 1,
      key: String(imageId),
      file: basename(path),
      collection: found.collection,
      metadata: EMPTY_METADATA,
      replaces: imageId,
      ...(expected !== undefined && { sha256: expected.toLowerCase() }),
    },
  }
}

function imageNotFound(id: number): CatalogError {
  const message = `Image ${id} not found, or not visible to you.`
  return new CatalogError('not_found', message, { code: 'image.unknown' })
}

function requireDigest(sha256: string | undefined, expected: string): void {
  if (sha256 === expected.toLowerCase()) return
  throw new CatalogError('unprocessable', `The file's SHA-256 is ${sha256}, not ${expected}.`, {
    code: 'file.sha256_mismatch',
  })
}

/**
 * Replaces the file of an image by the protocol of an import. If a run was interrupted, the next run with the
 * same image and file first finds out whether the file was replaced.
 * @returns the result, and the error that stopped the run
 */
export async function replaceFile(
  cli: Cli,
  replacement: PreparedReplacement,
): Promise<ReplacementResult> {
  const first = await runReplacement(cli, replacement)
  // The run resolved a replacement by an earlier content of the file.
  if (first.result?.code === CHANGED_AFTER_COMMIT) return await runReplacement(cli, replacement)
  return first
}

interface ReplacementResult {
  result: RowResult | undefined
  stoppedBy: CatalogError | undefined
}

async function runReplacement(
  cli: Cli,
  { api, accountId, image }: PreparedReplacement,
): Promise<ReplacementResult> {
  const folder = await journalFolderFor(cli, api.url, image)
  const now = cli.clock.now()
  await using journal = await openJournal({ folder, manifest: image.path, instance: api.url, now })
  const plan = journal.beginRun(now, { map: {}, set: {} })
  plan.addRow(image)
  plan.commit()
  await handleChangedFiles(journal, plan.changedFiles)
  using progress = await startProgress(cli, { unit: 'images', count: 1, bytes: image.size })
  const transfer = {
    cli,
    api,
    onBytes: (bytes: number) => progress.addBytes(bytes),
    signal: cli.signal,
  }
  const stoppedBy = await runImport(journal, transfer, {
    ...SINGLE_ROW_OPTIONS,
    account: accountId,
    baseFolder: dirname(image.path),
    onRow: trackProgress(progress),
    log: (sentence) => progress.log(sentence),
  })
  const [result] = listResults(journal)
  if (isReplaced(result) && result?.code === null) await deleteJournal(folder)
  return { result, stoppedBy }
}

/** Whether the image has its new file. */
export function isReplaced(result: RowResult | undefined): boolean {
  return result?.state === 'replaced' || result?.state === 'replaced_before'
}

const SINGLE_ROW_OPTIONS = {
  concurrency: 1,
  failuresAllowed: Infinity,
  inOrder: true,
  selection: {},
  maxRows: 1,
  maxSeconds: Infinity,
  delaySeconds: 0,
  verify: 'etag',
  allowPrivateUrls: false,
} as const

/** The same image and file always share a journal, so that a repeated command resumes. */
async function journalFolderFor(
  cli: Cli,
  instance: string,
  { path, size, replaces }: PlannedImage,
): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([instance, replaces, path, size]))
    .digest('hex')
    .slice(0, 16)
  return join(await ensureStateFolder(cli.env), 'replacing', name)
}
