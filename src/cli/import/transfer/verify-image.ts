import { z } from 'zod'
import type { JournalRow } from '../journal/journal-row.ts'
import { fetchDigest, fetchLength } from '../recovery/stored-bytes.ts'
import type { RunContext } from '../engine/run-context.ts'

const whatThereIs = z.object({
  permalink: z.string().nullable(),
  sha256: z.string().nullish(),
  rotation: z.int(),
  mirror: z.string(),
})

/**
 * Looks at the file that the instance has now, as much as was asked for: at its length, or at every byte.
 * A corrected picture has other bytes at its address than were sent; then only the instance's own digest tells.
 */
export async function verifyImage(
  work: RunContext,
  { rowState, image, record }: JournalRow,
): Promise<boolean> {
  const { verify, transfer } = work
  if (verify === 'etag') return true
  const found = await transfer.api.get(`/api/v2/images/${rowState.imageId}/`, whatThereIs)
  if (found.sha256 && found.sha256 !== record.sha256) return false
  if (found.permalink === null) return false
  if (found.rotation !== 0 || found.mirror !== 'none') return true
  const url = new URL(found.permalink, transfer.api.url).href
  const asking = { ...transfer.cli, signal: transfer.signal }
  if (verify === 'full') return (await fetchDigest(asking, url)) === record.sha256
  return (await fetchLength(asking, url)) === image.size
}
