import { mkdir, rename } from 'node:fs/promises'
import { basename, join, relative, dirname, isAbsolute, resolve } from 'node:path'
import type { JournalRow } from './journal/row.ts'
import { verifyImage } from './verify.ts'
import type { Work } from './work.ts'

/** What comes after an image is there: it is looked at again where that was asked for, and its files are put aside. */
export async function finish(work: Work, row: JournalRow): Promise<void> {
  if (row.standing.imageId === null || row.kept.filed) return
  if (!(await verifyImage(work, row))) {
    row.kept.damaged = true
    return await work.journal.save(row)
  }
  if (work.moveDone === undefined && row.image.sidecar === undefined) return
  await putAside(work, row)
  row.kept.filed = true
  await work.journal.save(row)
}

/** Each file may have been put aside already, by a run that ended before it could say so. */
async function putAside({ moveDone, base }: Work, { image }: JournalRow): Promise<void> {
  const { sidecar } = image
  if (sidecar !== undefined) await renameOnce(sidecar, `${sidecar}.done`)
  if (moveDone === undefined) return
  const below = relative(base, image.path)
  const inside = below !== '' && !below.startsWith('..') && !isAbsolute(below)
  const to = join(resolve(moveDone), inside ? below : basename(image.path))
  await mkdir(dirname(to), { recursive: true })
  await renameOnce(image.path, to)
}

async function renameOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
