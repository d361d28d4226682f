import { editCollection } from '../actions/edit-source.ts'
import type { CollectionUpdate } from '../contract/edit-source.ts'
import type { Flag } from '../db/tables.ts'
import { compareWith } from '../model/seen-values.ts'
import { getHostCollection } from '../queries/host-collections.ts'
import type { Services } from '../services.ts'
import { setPublic } from '../writes/set-public.ts'
import type { Moderator } from './moderate.ts'
import { saveChanged } from './save-changed.ts'

/** Updates of records by moderators with apps. Each throws the errors of `saveChanged`, such as `not_found`. */

type UpdateServices = Pick<Services, 'clock' | 'write'>

interface Update<Input> {
  id: number
  input: Input
}

export function updateCollection(
  services: UpdateServices,
  moderator: Moderator,
  { id, input }: Update<CollectionUpdate>,
): Promise<void> {
  const { previous, public: isPublic, ...edit } = input
  return saveChanged(services, moderator, {
    seen: compareWith({ ...edit, public: isPublic }, previous),
    read: (tx) => getHostCollection(tx, id),
    toValues: withBoolean,
    async edit(tx, context) {
      await editCollection(tx, id, edit, context)
      if (isPublic !== undefined)
        await setPublic(tx, { table: 'collection', id, isPublic }, context)
    },
  })
}

function withBoolean<Row extends { public: Flag }>(row: Row) {
  return { ...row, public: row.public === 1 }
}
