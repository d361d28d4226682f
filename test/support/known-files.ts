import { vi } from 'vitest'
import { KNOWN_FILES } from '../../src/core/model/setting-names.ts'
import { readStoredSetting } from '../../src/core/queries/settings/stored-setting.ts'
import type { TestServer } from './test-server.ts'

/**
 * Changes since when a database and its files belong together, as a restore does. Waits until the server has recorded that,
 * and keeps the nonces by which it recognizes the files.
 */
export async function setFilesKnownSince(
  { catalog }: Pick<TestServer, 'catalog'>,
  since: number,
): Promise<void> {
  const update = () =>
    catalog.write(async (tx) => {
      const known = (await readStoredSetting(tx, KNOWN_FILES)) as object | undefined
      if (known === undefined) throw new Error('the server has not recorded its files yet')
      const value = JSON.stringify({ ...known, since })
      await tx.updateTable('setting').set({ value }).where('name', '=', KNOWN_FILES).execute()
    })
  await vi.waitFor(update, { timeout: 30_000 })
}
