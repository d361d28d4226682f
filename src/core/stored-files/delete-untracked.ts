import type { Services } from '../services.ts'
import { findUntracked, type Untracked } from './find-untracked.ts'

/** The server deletes no younger files either. */
export const DELETED_AFTER_SECONDS = 24 * 60 * 60

/** Deletes files that no row names and that are older than a day for good, and yields them. For storages without a trash. */
export async function* deleteUntracked(
  catalog: Pick<Services, 'address' | 'clock' | 'config' | 'reads' | 'storage'>,
  signal: AbortSignal,
): AsyncGenerator<Untracked> {
  const { storage } = catalog
  const selection = { signal, ageSeconds: DELETED_AFTER_SECONDS }
  for await (const untracked of findUntracked(catalog, selection)) {
    await storage.removeBelow(untracked.prefix)
    await storage.remove(untracked.prefix)
    yield untracked
  }
}
