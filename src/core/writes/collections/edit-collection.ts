import { collectionUpdate, type CollectionUpdate } from '../../contract/edit-source.ts'
import { compareWith } from '../../model/seen-values.ts'
import { getCollection } from '../../queries/sources/collections.ts'
import { editRecord } from '../edit-record.ts'
import { requireUnchanged } from '../run/require-unchanged.ts'
import { useCase } from '../run/use-case.ts'

/** Changes a collection, publishes it or hides it. */
export const editCollection = useCase({
  name: 'collection.edit',
  access: 'moderator',
  limit: 'moderations',
  input: collectionUpdate,
  async run(tx, { id, previous, ...edit }: CollectionUpdate & { id: number }, context) {
    const row = await getCollection(tx, id, 'everything')
    requireUnchanged(compareWith(edit, previous), { ...row, public: row.public === 1 })
    await editRecord(tx, { table: 'collection', id, edit }, context)
    return getCollection(tx, id, 'everything')
  },
})
