import type { StorageFinding } from '../../../../core/stored-files/verify-storage.ts'
import type { Cli } from '../../../cli.ts'
import { hint, print } from '../../../terminal/output.ts'

/** The findings of a command about stored files. */
interface FindingReport {
  readonly count: number
  add(finding: StorageFinding): void
  /** Prints what has not been printed. */
  end(): void
}

const COLUMNS = ['code', 'path', 'image', 'message']

/** Findings held in memory. NDJSON is written as findings arrive, and has no limit. */
const MAX_HELD = 100_000

/** Prints NDJSON as findings arrive, and other formats at the end. */
export function createFindingReport(cli: Cli): FindingReport {
  let rows: StorageFinding[] = []
  let count = 0
  const isStream = cli.globals.output === 'ndjson'
  const write = (): void => {
    print(cli, rows, COLUMNS)
    rows = []
  }
  return {
    get count() {
      return count
    },
    add(finding: StorageFinding): void {
      count += 1
      if (isStream || rows.length < MAX_HELD) rows.push(finding)
      if (isStream) write()
    },
    end(): void {
      if (!isStream) write()
      if (!isStream && count > MAX_HELD)
        hint(cli, `Only the first ${MAX_HELD} are shown. Show all with: --output ndjson`)
    },
  }
}
