import { notFound } from '../../core/base/errors.ts'
import type { ObjectStore } from '../../core/storage/object-store.ts'
import { file, type Reply } from '../http/reply.ts'
import { USER_CONTENT_HEADERS } from '../middleware/security-headers.ts'

/**
 * Replies with a stored object. Its headers keep browsers from running it, since users uploaded it.
 * @throws CatalogError kind `not_found` if the object does not exist
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
