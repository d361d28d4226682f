import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/core/engine/sqlite/open-store.ts'

const VARIABLE = 'CATALOG_TEST_EMPTY_DATABASE'

/** Makes one empty database for a whole run, since setting one up takes longer than most tests. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-empty-'))
  const file = join(folder.path, 'catalog.sqlite')
  const store = await openStore({ file })
  await store[Symbol.asyncDispose]()
  process.env[VARIABLE] = file
  return () => folder.remove()
}

/** Puts a copy of it into a data directory that has none yet; outside of a run the catalogue sets up its own. */
export async function layEmptyDatabase(data: string): Promise<void> {
  const empty = process.env[VARIABLE]
  const file = join(data, 'catalog.sqlite')
  if (empty === undefined || existsSync(file)) return
  await mkdir(data, { recursive: true, mode: 0o700 })
  await copyFile(empty, file)
}
