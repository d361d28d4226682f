import { linesPath } from './dump-folder.ts'
import { withLineNumber } from './line-error.ts'
import type { CheckedDump } from './line-type.ts'
import { userLine } from './lines/user.ts'
import { readDump } from './parse-line.ts'

/** The users whom a dump marks as staff. */
export interface DumpedStaff {
  count: number
  /** The names of the first few. */
  names: string[]
}

const NAMED = 5

/**
 * First pass: validates each line on its own, before any change.
 * @throws CatalogError kind `invalid` that names the first invalid line
 */
export async function checkDump(dump: CheckedDump): Promise<DumpedStaff> {
  const staff: DumpedStaff = { count: 0, names: [] }
  for await (const line of readDump(linesPath(dump.directory))) {
    await withLineNumber(line, async () => line.type.check?.(line.value, dump))
    if (line.type === userLine && line.value.is_staff === 1) {
      staff.count += 1
      if (staff.names.length < NAMED) staff.names.push(String(line.value.username))
    }
  }
  return staff
}
