import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { parseTimestamp, type Micros } from '../../../../core/base/clock.ts'
import type { FileRow } from './file-rows.ts'
import type { ImportKind, Made, RowProblem } from './import-kind.ts'

/** A row that can be imported, or its problems. */
export interface CheckedRow<Item> {
  row: FileRow
  item?: Item & Made
  problems: RowProblem[]
}

/** Values for rows without a user or a time. */
export interface Defaults {
  user?: string | undefined
  time?: Micros | undefined
}

export type CheckBatch<Item> = (rows: readonly FileRow[]) => Promise<CheckedRow<Item>[]>

/** Creates a function that checks rows: several at once, because each check reads the database. */
export function createRowCheck<Item extends object>(
  { reads, clock }: Pick<Catalog, 'reads' | 'clock'>,
  kind: ImportKind<Item>,
  defaults: Defaults,
): CheckBatch<Item> {
  const findUser = createUserFinder(reads)
  return async (rows) => {
    const now = clock.now()
    const users = rows.map(({ values }) => readUser(values.user) ?? defaults.user)
    await findUser.prepare(users.filter((user) => user !== undefined))
    const checked: CheckedRow<Item>[] = []
    for (const [index, row] of rows.entries()) {
      if (row.problem !== undefined) {
        checked.push({ row, problems: [{ column: null, message: row.problem }] })
        continue
      }
      const parsed = kind.parse(row.values)
      const user = await findUser.get(users[index])
      const at = readTime(row.values.time, defaults.time, now)
      const problems = [
        ...(Array.isArray(parsed) ? parsed : []),
        ...(typeof user === 'number' ? [] : [user]),
        ...(typeof at === 'number' ? [] : [at]),
      ]
      const isValid = !Array.isArray(parsed) && typeof user === 'number' && typeof at === 'number'
      checked.push({ row, problems, ...(isValid && { item: { ...parsed, userId: user, at } }) })
    }
    return await checkItems(checked)
  }

  async function checkItems(checked: CheckedRow<Item>[]): Promise<CheckedRow<Item>[]> {
    const valid = checked.flatMap(({ item }) => item ?? [])
    const refusals = await kind.check(reads, valid)
    const refusalOf = new Map(valid.map((item, index) => [item, refusals[index]]))
    return checked.map(({ row, item, problems }) => {
      const refusal = item && refusalOf.get(item)
      if (refusal) return { row, problems: [refusal] }
      return { row, problems, ...(item && { item }) }
    })
  }
}

function readUser(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

function readTime(value: unknown, byDefault: Micros | undefined, now: Micros): Micros | RowProblem {
  const text = typeof value === 'string' ? value.trim() : ''
  const time = text === '' ? byDefault : parseTimestamp(text)
  if (time !== undefined && Number.isSafeInteger(time) && time <= now) return time
  if (time !== undefined && time > now) return { column: 'time', message: 'Is in the future.' }
  const expected = 'such as 2026-03-01T12:00:00Z'
  if (text !== '')
    return { column: 'time', message: `Must be a time with a time zone, ${expected}.` }
  return {
    column: 'time',
    message: `Missing. Give a time ${expected}, or the same for all rows with --time.`,
  }
}

/** Users that are remembered, so that a file of a few users asks once. */
const MAX_KNOWN = 10_000

interface UserFinder {
  prepare(namesOrIds: readonly string[]): Promise<void>
  get(nameOrId: string | undefined): Promise<number | RowProblem>
}

function createUserFinder(reads: Catalog['reads']): UserFinder {
  const known = new Map<string, number | RowProblem>()
  const explain = async (nameOrId: string): Promise<RowProblem> => {
    const { getUserId } = await import('../../../../core/queries/people/find-user.ts')
    const { CatalogError } = await import('../../../../core/base/errors.ts')
    try {
      await getUserId(reads, nameOrId)
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      const { hint } = error.details
      return { column: 'user', message: hint ? `${error.message} ${hint}` : error.message }
    }
    return { column: 'user', message: `User ${nameOrId} just signed in. Run the import again.` }
  }
  return {
    async prepare(namesOrIds) {
      const { findUsers } = await import('../../../../core/queries/people/find-user.ts')
      if (known.size > MAX_KNOWN) known.clear()
      const unknown = [...new Set(namesOrIds)].filter((name) => !known.has(name))
      if (unknown.length === 0) return
      const found = await findUsers(reads, unknown)
      for (const name of unknown) {
        const [only, other] = found.get(name) ?? []
        if (only !== undefined && other === undefined) known.set(name, only)
      }
    },
    async get(nameOrId) {
      if (nameOrId === undefined) {
        const message = 'Missing. Name a user, or the same for all rows with --user.'
        return { column: 'user', message }
      }
      const user = known.get(nameOrId) ?? (await explain(nameOrId))
      known.set(nameOrId, user)
      return user
    },
  }
}
