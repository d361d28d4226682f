import { CatalogError } from '../../../core/errors.ts'
import type { Api } from '../../api.ts'
import { fetchCollection, formatCollection } from '../check/collections.ts'
import type { CollectionChanges } from '../journal/collection-changes.ts'

/** An import never moves images: going on would leave them where they are and say that all is done. */
export async function movedRowsError(api: Api, moved: CollectionChanges): Promise<CatalogError> {
  const { count, line, from, to } = moved
  const rows = count === 1 ? `Line ${line} was` : `${count} rows, from line ${line} on, were`
  const now = count === 1 ? 'names' : 'name'
  const [before, wanted] = await Promise.all(
    [from, to].map(async (id) => formatCollection(id, await fetchCollection(api, id))),
  )
  const message =
    `${rows} already sent to ${before} but now ${now} ${wanted}. ` +
    'To import into both collections, use a separate journal with --journal FOLDER; ' +
    'to continue the earlier import, restore the earlier collection.'
  return new CatalogError('conflict', message, { code: 'journal.other_collection' })
}
