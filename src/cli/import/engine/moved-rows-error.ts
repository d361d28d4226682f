import { CatalogError } from '../../../core/errors.ts'
import type { Api } from '../../api.ts'
import { fetchCollection, nameCollection } from '../check/collections.ts'
import type { MovedRows } from '../journal/moved-rows.ts'

/** An import never moves images: going on would leave them where they are and say that all is done. */
export async function movedRowsError(api: Api, moved: MovedRows): Promise<CatalogError> {
  const { count, line, from, to } = moved
  const rows = count === 1 ? `Line ${line} was` : `${count} rows, from line ${line} on, were`
  const now = count === 1 ? 'names' : 'name'
  const [before, wanted] = await Promise.all(
    [from, to].map(async (id) => nameCollection(id, await fetchCollection(api, id))),
  )
  const message =
    `${rows} sent to ${before} before, but now ${now} ${wanted}. ` +
    'To import into both, give this import a journal of its own with --journal FOLDER; ' +
    'to go on with the first one, name its collection again.'
  return new CatalogError('conflict', message, { code: 'journal.other_collection' })
}
