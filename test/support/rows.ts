import type { Catalog } from '../../src/core/catalog/catalog.ts'
import type { Row, Tables } from '../../src/core/database/tables.ts'

/** A test server, or a catalog without one. */
interface Opened {
  catalog: Pick<Catalog, 'reads' | 'write'>
}

/** Reads all rows of a table, in the order of their ids if they have any. For what the API does not show. */
export async function readRows<Name extends keyof Tables>(
  { catalog }: Opened,
  table: Name,
): Promise<Row<Name>[]> {
  const rows = await catalog.reads
    .selectFrom(table as 'image')
    .selectAll()
    .execute()
  return rows.toSorted((a, b) => a.id - b.id) as unknown as Row<Name>[]
}

/** Reads the row of an image. */
export function readImage({ catalog }: Opened, id: number): Promise<Row<'image'>> {
  return catalog.reads
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Makes every statement on a table fail until it is disposed. */
export async function breakTable(
  { catalog }: Opened,
  table: keyof Tables,
): Promise<AsyncDisposable> {
  const rename = (from: string, to: string) =>
    catalog.write((tx) => tx.schema.alterTable(from).renameTo(to).execute())
  await rename(table, `broken_${table}`)
  return { [Symbol.asyncDispose]: () => rename(`broken_${table}`, table) }
}
