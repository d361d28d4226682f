import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { nullIfAbsent, sendInTurn } from '../../client/requests.ts'
import type { Cli } from '../../cli.ts'
import { TRANSIENT_KINDS } from '../../client/retry.ts'
import type { HarvestState, RecordState, StoredRecord } from '../harvest-state.ts'

const image = z.object({ collection: z.object({ id: z.int() }) })

export interface MoveOutcome {
  moved: number
  failed: number
  stoppedBy: CatalogError | undefined
  problems: { code: string; record: string; message: string }[]
}

export interface MoveContext {
  cli: Cli
  api: Api
  state: HarvestState
  /** The hidden collection. */
  withdrawnTo: number
}

/** Moves the images of withdrawn records to the hidden collection. Where they came from is noted before. */
export async function moveWithdrawn(context: MoveContext): Promise<MoveOutcome> {
  const { state, withdrawnTo } = context
  return await moveEach(context, 'withdrawn', async (record, current, move) => {
    const isHere = current !== undefined && current !== withdrawnTo
    if (isHere) {
      state.saveHome(record.id, current)
      await move(withdrawnTo)
    }
    state.markWithdrawn(record.id, true)
    // Not one that was deleted or hidden here, but one that a run moved before it was killed.
    return isHere || (current !== undefined && record.home !== undefined)
  })
}

/** Moves the images of records that the remote has again to where they came from, unless people moved them since. */
export async function moveReturned(context: MoveContext): Promise<MoveOutcome> {
  const { state, withdrawnTo } = context
  return await moveEach(context, 'returned', async (record, current, move) => {
    const isMoved = current === withdrawnTo && record.home !== undefined
    if (isMoved && record.home !== undefined) await move(record.home)
    state.transact(() => {
      state.markWithdrawn(record.id, false)
      state.saveHome(record.id, undefined)
    })
    return isMoved
  })
}

/**
 * Moves the image of a record and notes it.
 * @param current its collection; undefined if it was deleted
 * @returns whether it is moved
 */
type Move = (
  record: StoredRecord,
  current: number | undefined,
  move: (to: number) => Promise<void>,
) => Promise<boolean>

/** The problem of one image does not concern the others. */
async function moveEach(
  { cli, api, state }: MoveContext,
  which: RecordState,
  moveOne: Move,
): Promise<MoveOutcome> {
  const outcome: MoveOutcome = { moved: 0, failed: 0, stoppedBy: undefined, problems: [] }
  const headers = { 'Batch-Id': randomUUID() }
  for (const record of state.list(which)) {
    if (cli.signal.aborted) break
    const path = `/api/v2/images/${record.imageId ?? 0}/`
    const move = (collection: number): Promise<void> =>
      sendInTurn(cli, api, { method: 'PATCH', path, body: { collection }, headers })
    try {
      const found = await nullIfAbsent(api.get(path, image))
      if (await moveOne(record, found?.collection.id, move)) outcome.moved += 1
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      if (isGeneral(error)) return { ...outcome, stoppedBy: error }
      outcome.failed += 1
      const { message, details, kind } = error
      outcome.problems.push({ code: details.code ?? kind, record: record.id, message })
    }
  }
  return outcome
}

/** Whether all other images would fail in the same way. */
function isGeneral({ kind }: CatalogError): boolean {
  return [...TRANSIENT_KINDS, 'unauthenticated', 'forbidden'].includes(kind)
}
