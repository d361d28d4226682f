import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { fetchCollection, formatCollection } from '../check/collections.ts'
import type { CollectionChanges } from '../journal/collection-changes.ts'

/**
 * Refuses rows that name another collection than the one their images were sent to. An import never moves
 * images: a run would skip these rows as done.
 * @throws CatalogError kind `conflict`, code `journal.other_collection`
 */
export async function requireSameCollection(
  api: Api,
  changes: CollectionChanges | undefined,
): Promise<void> {
  if (changes === undefined) return
  const { count, line, from, to } = changes
  const rows = count === 1 ? `Line ${line} was` : `${count} rows, from line ${line} on, were`
  const now = count === 1 ? 'names' : 'name'
  const [before, after] = await Promise.all(
    [from, to].map(async (id) => formatCollection(id, await fetchCollection(api, id))),
  )
  const message =
    `${rows} already sent to ${before} but now ${now} ${after}. ` +
    'To import into both collections, use a separate journal with --journal FOLDER; ' +
    'to continue the earlier import, restore the earlier collection.'
  throw new CatalogError('conflict', message, { code: 'journal.other_collection' })
}
