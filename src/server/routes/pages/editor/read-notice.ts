import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { findWithdrawable } from '../../../../core/queries/places/withdrawal.ts'
import { findSkips } from '../../../../core/queries/queues/skips.ts'
import { describeDone } from '../../../pages/editor/done.ts'
import type { Notice, Undo } from '../../../pages/editor/notice.ts'
import type { Visit } from '../../../pages/visit.ts'

interface Done {
  done?: string | undefined
  /** Id of the last image. */
  last?: string | undefined
  /** The queue to which undoing leads back. */
  queue: 'placing' | 'checking'
}

/** Reads what happened to the last image, and how its user can undo it. */
export async function readNotice(
  catalog: Pick<Catalog, 'reads' | 'clock'>,
  visit: Visit,
  last: Done,
): Promise<Notice | undefined> {
  const text = describeDone(visit, last)
  return text === undefined ? undefined : { text, undo: await findUndo(catalog, visit, last) }
}

async function findUndo(
  catalog: Pick<Catalog, 'reads' | 'clock'>,
  { session }: Visit,
  { done, last, queue }: Done,
): Promise<Undo | undefined> {
  if (!session) return undefined
  const { userId } = session
  const image = Number(last)
  if (done === 'placed') {
    const withdrawer = { userId, now: catalog.clock.now() }
    const placement = await findWithdrawable(catalog.reads, image, withdrawer)
    const path = `/georeference/${image}/withdraw/`
    return placement && { path, fields: { [placement.table]: String(placement.id) } }
  }
  if (done !== 'skipped') return undefined
  const skips = await findSkips(catalog, userId, [image])
  return skips.has(image)
    ? { path: `/georeference/${image}/unskip/`, fields: { queue } }
    : undefined
}
