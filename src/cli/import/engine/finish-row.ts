import { basename, join, relative, isAbsolute, resolve } from 'node:path'
import type { JournalRow } from '../journal/journal-row.ts'
import { moveFile } from './move-file.ts'
import { verifyImage } from '../transfer/verify-image.ts'
import type { RunContext } from './run-context.ts'

/** What comes after an image is there: it is looked at again where that was asked for, and its files are put aside. */
export async function finishRow(work: RunContext, row: JournalRow): Promise<void> {
  if (row.rowState.imageId === null || row.record.areFilesMoved) return
  if (!(await verifyImage(work, row))) {
    row.record.isDamaged = true
    return await work.journal.saveRow(row)
  }
  if (work.moveDone === undefined && row.image.sidecar === undefined) return
  row.record.areFilesMoved = await moveFiles(work, row)
  await work.journal.saveRow(row)
}

/** @returns false when a file had to stay where it is, which is told */
async function moveFiles(
  { moveDone, base, say }: RunContext,
  { image }: JournalRow,
): Promise<boolean> {
  const { sidecar } = image
  try {
    if (sidecar !== undefined) await moveFile(sidecar, `${sidecar}.done`)
    if (moveDone !== undefined) await moveFile(image.path, targetPath(moveDone, base, image.path))
    return true
  } catch (error) {
    const { message } = error as Error
    say(`${image.file} was imported but could not be moved: ${message}`)
    return false
  }
}

function targetPath(folder: string, base: string, path: string): string {
  const below = relative(base, path)
  const inside = below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return join(resolve(folder), inside ? below : basename(path))
}
