import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import type { Catalog } from '../../../../core/catalog.ts'
import type { Tx } from '../../../../core/db/store.ts'
import type { GeoreferenceKind } from '../../../../core/model/georeference-kind.ts'
import { requireYes } from '../../../confirm.ts'
import type { Cli } from '../../../cli.ts'
import { formatCount } from '../../../format.ts'
import { hint, print } from '../../../output.ts'
import { confirmDeletion } from '../confirm-deletion.ts'
import { inTransactions } from '../in-transactions.ts'
import { readIds } from '../read-ids.ts'
import { withCatalog, type DataOption } from '../with-catalog.ts'

export interface DeleteOptions extends DataOption {
  dryRun?: true
}

interface Deletion {
  /** As the command was given them. */
  ids: readonly string[]
  /** Singular name of the contributions. */
  noun: string
  table: GeoreferenceKind | 'validation' | 'comment'
  /** @returns whether it existed */
  remove: (tx: Tx, id: number, context: AuditContext) => Promise<boolean>
}

/** Deletes contributions by id. Those that do not exist are reported and are no error. */
export async function deleteContributions(
  cli: Cli,
  options: DeleteOptions,
  { ids: given, noun, table, remove }: Deletion,
): Promise<void> {
  if (!options.dryRun) requireYes(cli, `Deleting a ${noun}`)
  const ids = await readIds(cli, given)
  await withCatalog(cli, options, async (catalog, { actor }) => {
    if (options.dryRun) {
      const existing = await findExisting(catalog, table, ids)
      return report(cli, ids, (id) => (existing.has(id) ? 'would_delete' : 'absent'))
    }
    if (!(await confirmDeletion(cli, formatCount(ids.length, noun)))) return
    const context = { actor, now: catalog.clock.now() }
    const deleted = await inTransactions(
      { write: catalog.write, signal: cli.signal },
      ids,
      (tx, id) => remove(tx, id, context),
    )
    const existed = new Set(ids.filter((_, index) => deleted[index]))
    report(cli, ids, (id) => (existed.has(id) ? 'deleted' : 'absent'))
  })
}

async function findExisting(
  { reads }: Pick<Catalog, 'reads'>,
  table: Deletion['table'],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { findExistingIds } = await import('../../../../core/queries/contribution-lists.ts')
  return await findExistingIds(reads, table, ids)
}

function report(cli: Cli, ids: readonly number[], stateOf: (id: number) => string): void {
  const rows = ids.map((id) => ({ id, state: stateOf(id) }))
  print(cli, rows, ['id', 'state'])
  const absent = rows.filter(({ state }) => state === 'absent').length
  if (absent > 0) hint(cli, `${absent} of ${ids.length} ${absent === 1 ? 'does' : 'do'} not exist.`)
}
