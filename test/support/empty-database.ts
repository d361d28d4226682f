import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { openStore } from '../../src/core/database/sqlite/open-store.ts'

const VARIABLE = 'CATALOG_TEST_EMPTY_DATABASE'

/** Creates one empty database per run, because creating one takes longer than most tests. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-empty-'))
  const file = join(folder.path, 'catalog.sqlite')
  const store = await openStore({ file })
  await store[Symbol.asyncDispose]()
  process.env[VARIABLE] = file
  return () => folder.remove()
}

/** Keeps SpatiaLite loaded, which SQLite unloads with the last connection, and loads again in 3 ms. */
let loaded: ReturnType<typeof openConnection> | undefined

/** Copies the empty database to a data directory without one. Outside of a run does nothing. */
export async function copyEmptyDatabase(data: string): Promise<void> {
  loaded ??= openConnection({ file: ':memory:' })
  const empty = process.env[VARIABLE]
  const file = join(data, 'catalog.sqlite')
  if (empty === undefined || existsSync(file)) return
  await mkdir(data, { recursive: true, mode: 0o700 })
  await copyFile(empty, file)
}
