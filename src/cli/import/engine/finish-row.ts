import { rm } from 'node:fs/promises'
import { basename, join, relative, isAbsolute, resolve } from 'node:path'
import type { JournalRow } from '../journal/journal-row.ts'
import { isFileUrl } from '../check/file-url.ts'
import { moveFile } from './move-file.ts'
import { verifyImage } from '../transfer/verify-image.ts'
import type { RunContext } from '../transfer/run-context.ts'

/** Verifies the image of a committed row and moves the row's files, as far as the options ask for it. */
export async function finishRow(context: RunContext, row: JournalRow): Promise<void> {
  if (row.rowState.imageId === null) return
  const { isIntact, reportedSha256 } = await verifyImage(context, row)
  if (!isIntact) {
    if (!row.record.isDamaged) row.record.damagedSha256 = reportedSha256
    row.record.isDamaged = true
    return await context.journal.saveRow(row)
  }
  if (!needsFinishing(context, row)) return
  row.record.isDamaged = false
  if (hasFilesToMove(context, row)) row.record.areFilesMoved = await moveFiles(context, row)
  await context.journal.saveRow(row)
}

/** Whether rows that an earlier run committed may need finishing. */
export function hasRowsToFinish({ moveDone, verify, journal }: RunContext): boolean {
  if (moveDone !== undefined || journal.hasUnmovedFiles()) return true
  if (journal.countPlacesToMake().imported > 0) return true
  return verify !== 'etag' && journal.countRowsByResult().some(({ damaged }) => damaged === 1)
}

/** Whether a committed row has files to move, or a damaged image that may have been replaced. */
export function needsFinishing(context: RunContext, row: JournalRow): boolean {
  return row.record.isDamaged ? context.verify !== 'etag' : hasFilesToMove(context, row)
}

function hasFilesToMove({ moveDone }: RunContext, { image, record }: JournalRow): boolean {
  if (record.areFilesMoved) return false
  return moveDone !== undefined || image.sidecar !== undefined || isFileUrl(image.file)
}

/** Deletes a downloaded file. @returns false if a file could not be moved, after a message */
async function moveFiles(
  { moveDone, baseFolder, log }: RunContext,
  { image }: JournalRow,
): Promise<boolean> {
  const { sidecar } = image
  try {
    if (sidecar !== undefined) await moveFile(sidecar, `${sidecar}.done`)
    if (isFileUrl(image.file)) await rm(image.path, { force: true })
    else if (moveDone !== undefined)
      await moveFile(image.path, targetPath(moveDone, baseFolder, image.path))
    return true
  } catch (error) {
    const { message } = error as Error
    log(`${image.file} was imported but could not be moved: ${message}`)
    return false
  }
}

function targetPath(folder: string, base: string, path: string): string {
  const below = relative(base, path)
  const inside = below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return join(resolve(folder), inside ? below : basename(path))
}
