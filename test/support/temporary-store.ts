import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type StoreOptions } from '../../src/core/database/sqlite/open-store.ts'
import type { Store } from '../../src/core/database/store.ts'
import { copyEmptyDatabase } from './empty-database.ts'

export interface TemporaryStore extends AsyncDisposable {
  readonly file: string
  readonly store: Store
}

/** Creates an empty database in a temporary folder. */
export async function createTemporaryStore(
  options: Partial<StoreOptions> = {},
): Promise<TemporaryStore> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const file = join(folder.path, 'catalog.sqlite')
  await copyEmptyDatabase(folder.path)
  const store = await openStore({ file, ...options })
  return {
    file,
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
