import { rebuildActivity } from '../writes/feed/rebuild.ts'
import { beginBulkInsert } from '../database/bulk-insert.ts'
import { collectStatistics } from '../database/collect-statistics.ts'
import { foldLicenseNames } from '../database/fold-license-names.ts'
import type { Tx } from '../database/store.ts'
import { requireConsistent } from './require-consistent.ts'
import type { Counts } from './dump.ts'
import { createLineInserter } from './insert-lines.ts'
import type { Load } from './line-type.ts'
import { changeLine } from './lines/change.ts'
import { LINE_TYPES } from './lines/index.ts'
import { readDump } from './parse-line.ts'

/**
 * Third pass: inserts every line in the transaction of the load, rebuilds the activity feed and collects statistics.
 * @throws CatalogError kind `invalid` that names a line which contradicts other lines
 */
export async function insertDump(path: string, load: Load): Promise<Counts> {
  const counts: Counts = Object.fromEntries(LINE_TYPES.map(({ type }) => [type, 0]))
  const bulkInsert = await beginBulkInsert(load.tx)
  const lines = createLineInserter(load)
  for await (const line of readDump(path)) {
    // Counts enter subjects in the log of changes, which these lines replace.
    if (line.type === changeLine && counts[line.type.type] === 0) {
      await lines.flush()
      await bulkInsert.fillDerived()
    }
    await lines.insert(line)
    counts[line.type.type] = (counts[line.type.type] ?? 0) + 1
  }
  await lines.flush()
  await bulkInsert.fillDerived()
  await foldLicenseNames(load.tx)
  await requireConsistent(path, load.tx)
  await reserveImageIds(load.tx)
  await reserveSubjectIds(load.tx)
  await reserveCommentIds(load.tx)
  await collectStatistics(load.tx)
  await rebuildActivity(load.tx)
  await bulkInsert.end()
  await collectStatistics(load.tx)
  return counts
}

/** Advances the id sequence, so that no new subject gets the id, and with it the history, of a deleted one. */
async function reserveSubjectIds(tx: Tx): Promise<void> {
  const last = await tx
    .selectFrom('subject_change')
    .select('subject_id')
    .where('subject_id', 'is not', null)
    .$narrowType<{ subject_id: number }>()
    .orderBy('subject_id', 'desc')
    .executeTakeFirst()
  if (!last) return
  const id = last.subject_id
  const texts = { title: '', title_folded: '', slug: '', kb_uri: '', kb_title: '' }
  const reserved = await tx
    .insertInto('subject')
    .values({ id, ...texts, kb_id: '', kb_description: '' })
    .onConflict((same) => same.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (reserved) await tx.deleteFrom('subject').where('id', '=', id).execute()
}

/** Advances the id sequence, so that no new comment gets the id of a hidden one. */
async function reserveCommentIds(tx: Tx): Promise<void> {
  const last = await tx
    .selectFrom('hidden_comment')
    .select(['id', 'image_id', 'text', 'commented_by', 'created_at'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last) return
  const reserved = await tx
    .insertInto('comment')
    .values(last)
    .onConflict((same) => same.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (reserved) await tx.deleteFrom('comment').where('id', '=', last.id).execute()
}

/** Advances the id sequence, so that new images get ids above the loaded ones. */
async function reserveImageIds(tx: Tx): Promise<void> {
  const last = await tx.selectFrom('image').select('id').orderBy('id', 'desc').executeTakeFirst()
  if (last) await tx.insertInto('image_id').values(last).execute()
}
