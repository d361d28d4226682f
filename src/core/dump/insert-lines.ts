import type { InsertObject } from 'kysely'
import { toViolation } from '../database/constraint-errors.ts'
import { undoIfViolated } from '../database/savepoint.ts'
import type { Tx } from '../database/store.ts'
import type { Tables } from '../database/tables.ts'
import { BadField, withLineNumber } from './line-error.ts'
import type { Load, LoadTarget } from './line-type.ts'
import type { ParsedLine } from './parse-line.ts'

type Table = keyof Tables
type Row<Name extends Table> = InsertObject<Tables, Name>

/** A line, its rows, and work to do after they were inserted. */
interface PendingLine {
  line: ParsedLine
  rows: { table: Table; row: Row<Table> }[]
  afterInsert: (() => Promise<unknown>)[]
}

export interface LineInserter {
  /** @throws CatalogError kind `invalid` that names a line which contradicts earlier ones, also an earlier line */
  insert(line: ParsedLine): Promise<void>
  /** Inserts the rows that are still held back. @throws CatalogError as `insert` */
  flush(): Promise<void>
}

/** Lines of one statement. Each statement takes a round trip to the database, which may be on another host. */
const BATCH_LINES = 200
/** Characters of the lines of one statement, to bound the memory. */
const BATCH_LENGTH = 4 * 1024 * 1024

/** Inserts lines, up to 200 of one type per statement. */
export function createLineInserter(load: Load): LineInserter {
  let batch: PendingLine[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    const lines = batch
    batch = []
    length = 0
    if (lines.length > 0) await insertBatch(load.tx, lines)
  }
  // Of several lines that contradict others, the first is reported.
  const flushAndThrow = async (error: unknown): Promise<never> => {
    if (error instanceof BadField) await flush()
    throw error
  }
  return {
    async insert(line) {
      const isFull = batch.length === BATCH_LINES || length > BATCH_LENGTH
      // Rows refer to rows of earlier types.
      if (isFull || batch[0]?.line.type !== line.type) await flush()
      length += line.length
      await withLineNumber(line, async () => {
        batch.push(await collectRows(line, load).catch(flushAndThrow))
      })
    },
    flush,
  }
}

async function collectRows(line: ParsedLine, load: Load): Promise<PendingLine> {
  const pending: PendingLine = { line, rows: [], afterInsert: [] }
  const target: LoadTarget = {
    ...load,
    add: (table, row) => void pending.rows.push({ table, row }),
    afterInsert: (work) => void pending.afterInsert.push(work),
  }
  await line.type.addRows(line.value, target)
  return pending
}

/** If the rows cannot be inserted together, inserts them line by line to find the line that is to blame. */
async function insertBatch(tx: Tx, lines: readonly PendingLine[]): Promise<void> {
  try {
    await undoIfViolated(tx, () => insertRows(tx, lines))
  } catch (error) {
    if (toViolation(error) === undefined) throw error
    for (const pending of lines) await withLineNumber(pending.line, () => insertAlone(tx, pending))
  }
}

async function insertAlone(tx: Tx, pending: PendingLine): Promise<void> {
  try {
    await undoIfViolated(tx, () => insertRows(tx, [pending]))
  } catch (error) {
    throw (await explainViolation(error, pending.line, tx)) ?? error
  }
}

async function insertRows(tx: Tx, lines: readonly PendingLine[]): Promise<void> {
  const byTable = Map.groupBy(
    lines.flatMap((line) => line.rows),
    ({ table }) => table,
  )
  for (const [table, added] of byTable) {
    const rows = added.map(({ row }) => row)
    requireSameColumns(table, rows)
    await (table === 'public_change'
      ? replaceChanges(tx, rows as Row<'public_change'>[])
      : tx.insertInto(table).values(rows).execute())
  }
  for (const work of lines.flatMap((line) => line.afterInsert)) await work()
}

/**
 * SQLite would store null for a value that only some rows have, also if its column has a default, and would prepare
 * a statement for each mixture.
 */
function requireSameColumns(table: Table, rows: readonly object[]): void {
  const [columns = '', ...others] = new Set(rows.map((row) => Object.keys(row).toSorted().join()))
  const [other] = others
  if (other === undefined) return
  throw new Error(`rows of ${table} have different columns: ${columns} and ${other}`)
}

/** PostgreSQL refuses a statement that changes a row twice. The last line of an object counts. */
function replaceChanges(tx: Tx, changes: readonly Row<'public_change'>[]) {
  const byObject = new Map(changes.map((row) => [JSON.stringify([row.kind, row.ref]), row]))
  return tx
    .insertInto('public_change')
    .values([...byObject.values()])
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet((eb) => ({
        changed_at: eb.ref('excluded.changed_at'),
        gone: eb.ref('excluded.gone'),
      })),
    )
    .execute()
}

async function explainViolation(
  error: unknown,
  line: ParsedLine,
  tx: Tx,
): Promise<BadField | undefined> {
  const violation = toViolation(error)
  if (violation === undefined) return undefined
  if (violation.rule === 'unique') return explainRepetition(violation.columns, line)
  return findMissingReference(line, tx)
}

/** Reports the last column of a unique key, the most specific one: `slug` of `(source, slug)`. */
function explainRepetition(columns: string[], line: ParsedLine): BadField {
  const field = columns.at(-1)?.replace(/_(?:id|folded)$/, '') ?? 'id'
  const value = JSON.stringify(line.value[field])
  return new BadField(field, `${value} is taken by an earlier ${line.type.type} line`)
}

async function findMissingReference(line: ParsedLine, tx: Tx): Promise<BadField | undefined> {
  for (const { field, table, id } of line.type.references?.(line.value) ?? []) {
    if (id === null) continue
    const row = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!row) return new BadField(field, `there is no ${table} ${id}`)
  }
  return undefined
}
