import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MAX_UPLOAD_BYTES } from '../../../core/base/limits.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import { makeFolder } from '../../../core/storage/disk/make-folder.ts'
import { openPartialFile, type PartialFile } from '../../download/partial-file.ts'
import { receiveFile } from '../../download/receive-file.ts'
import { readResumeNote, removePart, saveResumeNote } from '../../download/resume-note.ts'
import { withRetry } from '../../client/retry.ts'
import { isFileUrl } from '../check/file-url.ts'
import { requireImageFile } from '../check/require-image-file.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { Problem } from '../journal/row-state-machine.ts'
import type { RunContext } from './run-context.ts'
import { importStopped } from './upload-deadline.ts'
import { toUrlProblem } from './url-problem.ts'

/** A server that asks for a longer pause is not asked again in this run. */
const MAX_DELAY_SECONDS = 60

/** Time for all attempts to download a file. What was received until then stays for the next run. */
const MAX_DOWNLOAD_MS = 2 * 60 * 60_000

/**
 * Downloads the file of a row that names a URL, unless it is there. The complete file gets its name once it is checked, so
 * that a later run uses the same bytes. Then the journal gets its digest.
 * @returns why the row fails
 * @throws CatalogError if the run stops
 */
export async function downloadRowFile(
  context: RunContext,
  row: JournalRow,
): Promise<Problem | undefined> {
  const { image } = row
  if (!isFileUrl(image.file) || image.size > 0) return undefined
  const stopped = context.transfer.cli.signal
  using _permit = await context.downloads.acquire()
  const expired = AbortSignal.timeout(MAX_DOWNLOAD_MS)
  if (!context.mayStartRow()) throw importStopped()
  try {
    await download(context, row, AbortSignal.any([stopped, expired, context.transfer.signal]))
    return undefined
  } catch (error) {
    if (stopped.aborted || context.transfer.signal.aborted) throw importStopped()
    return toUrlProblem(expired.aborted ? tooSlow(image, error) : error)
  }
}

function tooSlow({ file }: PlannedImage, cause: unknown): CatalogError {
  const hours = MAX_DOWNLOAD_MS / 3_600_000
  const message = `${new URL(file).host} did not send the file within ${hours} hours. Run the import again; it continues.`
  return new CatalogError('unavailable', message, { cause })
}

async function download(context: RunContext, row: JournalRow, signal: AbortSignal): Promise<void> {
  const { transfer, journal, log } = context
  const { file: url, path } = row.image
  const partPath = `${path}.part`
  await makeFolder(dirname(path), 0o700)
  await using part = await openPartialFile(partPath, (await readResumeNote(partPath))?.size)
  const file = {
    url,
    part,
    partPath,
    signal,
    maxBytes: MAX_UPLOAD_BYTES,
    onlyPublic: !context.allowPrivateUrls,
    onChanged: () => log(`${url} changed since a part was downloaded, and is downloaded again.`),
  }
  const retry = { cli: transfer.cli, signal, log, maxDelaySeconds: MAX_DELAY_SECONDS }
  try {
    await withRetry(retry, () => receiveFile(transfer.cli, file))
  } catch (error) {
    if (part.size === 0) await removePart(partPath)
    throw error
  }
  const contentType = await requireExpectedFile(row.image, part, partPath)
  const sha256 = part.digest()
  if (row.record.sha256 !== null && row.record.sha256 !== sha256)
    log(`${url} has other content than when it was downloaded before.`)
  await part.publish(path)
  await saveResumeNote(partPath, undefined)
  row.image = { ...row.image, size: part.size, contentType }
  row.record.sha256 = sha256
  row.record.modifiedAt = (await stat(path)).mtimeMs
  await journal.saveDownload(row)
  transfer.onDownloaded?.(part.size)
}

/**
 * Checks a downloaded file like any file of a manifest, and deletes it if the row cannot use it.
 * @returns its content type
 */
async function requireExpectedFile(
  { file: name, sha256, contentType }: PlannedImage,
  part: PartialFile,
  partPath: string,
): Promise<string> {
  try {
    const expected = { ...(contentType !== '' && { content_type: contentType }) }
    const found = await requireImageFile(partPath, { name, expected })
    if (sha256 === undefined || sha256 === part.digest()) return found.contentType
    const message = `The file's SHA-256 is ${part.digest()}, not ${sha256}.`
    throw new CatalogError('invalid', message, { code: 'file.sha256_mismatch' })
  } catch (error) {
    await removePart(partPath)
    throw error
  }
}
