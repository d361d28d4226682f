import { notFound } from '../../core/errors.ts'
import type { ObjectStore } from '../../core/storage/object-store.ts'
import { file, type Reply } from '../reply.ts'
import { USER_CONTENT_HEADERS } from '../middleware/security-headers.ts'

/**
 * An object of the store as an answer: bytes that somebody gave us, which no browser may run.
 * @throws CatalogError kind `not_found` when there is no such object
 */
export async function storedFile(
  storage: ObjectStore,
  key: string,
  headers: Record<string, string>,
): Promise<Reply> {
  const stored = await storage.stat(key)
  if (!stored) throw notFound('File not found.')
  const open = (range?: { start: number; end: number }) => storage.read(key, range)
  return file({ size: stored.size, open }, { ...USER_CONTENT_HEADERS, ...headers })
}
