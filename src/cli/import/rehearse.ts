import { resolve } from 'node:path'
import type { Cli } from '../cli.ts'
import type { BeginOptions } from './begin.ts'
import { findImport, readRows } from './journal/reading.ts'
import { journalFolder } from './journal/open.ts'
import { leftToDo, type Left, type Wanted } from './left.ts'
import type { PlannedImage } from './plan.ts'
import { prepare, type OnlinePrepared } from './prepare.ts'
import type { ResultState, RowResult } from './result.ts'

/** What a run would find: nothing is written, neither there nor here. */
export interface Rehearsal {
  prepared: OnlinePrepared
  /** Undefined when the manifest is wrong. */
  rows: RowResult[] | undefined
  left: Left
}

export async function rehearse(
  cli: Cli,
  path: string,
  { wanted, ...options }: BeginOptions & { wanted: Wanted },
): Promise<Rehearsal> {
  const manifest = resolve(cli.cwd, path)
  const folder = options.journal
    ? resolve(cli.cwd, options.journal)
    : journalFolder(manifest, options.purpose)
  const before = knownRows(folder)
  const rows: RowResult[] = []
  const standings: { state: ResultState; size: number }[] = []
  const onImage = (image: PlannedImage): void => {
    const result = expected(image, before)
    rows.push(result)
    standings.push({ state: result.state, size: image.size })
  }
  const prepared = await prepare(cli, path, { ...options, onImage })
  const isRight = prepared.result.errors === 0 || (options.skipWrongRows && rows.length > 0)
  return { prepared, rows: isRight ? rows : undefined, left: leftToDo(standings, wanted) }
}

function knownRows(folder: string): Map<string, RowResult> {
  using found = findImport(folder)
  return new Map(found ? [...readRows(found)].map(({ key, result }) => [key, result]) : [])
}

function expected(image: PlannedImage, before: Map<string, RowResult>): RowResult {
  const { row, line, file, replaces = null } = image
  const known = before.get(image.key)
  const nothing = { image_id: replaces, code: null, message: null }
  if (known === undefined) return { row, line, file, state: 'not_started', ...nothing }
  return { ...known, row, line, file, state: BEFORE[known.state] ?? known.state }
}

/** What was done in the last run is done before the next one. */
const BEFORE: Partial<Record<ResultState, ResultState>> = {
  imported: 'imported_before',
  replaced: 'replaced_before',
}
