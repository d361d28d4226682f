import type { Reads, Tx } from '../../../core/db/store.ts'
import type { Cli } from '../../cli.ts'
import { readArguments } from '../../read-arguments.ts'
import { hint } from '../../output.ts'
import { inTransactions } from './in-transactions.ts'
import { withCatalog, type DataOption } from './with-catalog.ts'

interface Visibility<Row> {
  table: 'source' | 'collection'
  isPublic: boolean
  /** Ids or slugs, as the command was given them. */
  named: readonly string[]
  getId(this: void, reads: Reads, named: string): Promise<number>
  getRow(this: void, reads: Reads, id: number): Promise<Row>
}

/** Publishes or hides sources or collections, one per transaction, because each may have many images. */
export async function setPublicOf<Row>(
  cli: Cli,
  options: DataOption,
  { table, isPublic, named, getId, getRow }: Visibility<Row>,
): Promise<{ row: Row; isChanged: boolean }[]> {
  const { setPublic } = await import('../../../core/writes/set-public.ts')
  const slugs = await readArguments(cli, named)
  return await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const ids: number[] = []
    for (const slug of slugs) ids.push(await getId(reads, slug))
    const context = { actor, now: clock.now() }
    const change = async (tx: Tx, id: number) => ({
      id,
      isChanged: await setPublic(tx, { table, id, isPublic }, context),
    })
    const changes = await inTransactions({ write, signal: cli.signal }, ids, change, 1)
    if (!isPublic && changes.some(({ isChanged }) => isChanged)) tellWhatRemains(cli)
    const rows: { row: Row; isChanged: boolean }[] = []
    for (const { id, isChanged } of changes) rows.push({ row: await getRow(reads, id), isChanged })
    return rows
  })
}

/** Says what happens to the addresses of pictures that were hidden. */
export function tellWhatRemains(cli: Cli): void {
  hint(
    cli,
    'The addresses of pictures that were public have ended. Jobs give the pictures new ones: a running server does it, or catalog admin job run. Browsers and CDNs can show what they stored for up to a year.',
  )
}
