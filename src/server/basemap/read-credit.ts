import { open } from 'node:fs/promises'
import { openArchive } from '../../core/model/pmtiles/archive.ts'
import { findCredit } from '../../core/model/pmtiles/credit.ts'
import { createRangeReader } from '../../core/storage/disk/read-range.ts'
import type { BasemapFile } from './basemap-files.ts'

/** The last credit that was read, since every page with a map needs it. */
let last: { file: string; credit: Promise<string> } | undefined

/** Returns the credit that a PMTiles file names; empty if it cannot be read, which `catalog doctor` reports. */
export async function readCredit({ path, version }: BasemapFile): Promise<string> {
  const file = `${path} ${version}`
  if (last?.file !== file) last = { file, credit: readCreditOf(path).catch(forget) }
  return await last.credit
}

/** The next page reads it again: a file may be unreadable for a moment only. */
function forget(): string {
  last = undefined
  return ''
}

async function readCreditOf(path: string): Promise<string> {
  await using handle = await open(path)
  return findCredit(await openArchive(path, createRangeReader(handle)))
}
