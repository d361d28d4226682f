import { z } from 'zod'
import type { JournalRow } from '../journal/row.ts'
import { digestAt, lengthAt } from '../recovery/stored-bytes.ts'
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
  { standing, image, kept }: JournalRow,
): Promise<boolean> {
  const { verify, sending } = work
  if (verify === 'etag') return true
  const found = await sending.api.get(`/api/v2/images/${standing.imageId}/`, whatThereIs)
  if (found.sha256 && found.sha256 !== kept.sha256) return false
  if (found.permalink === null) return false
  if (found.rotation !== 0 || found.mirror !== 'none') return true
  const url = new URL(found.permalink, sending.api.url).href
  const asking = { ...sending.cli, signal: sending.signal }
  if (verify === 'full') return (await digestAt(asking, url)) === kept.sha256
  return (await lengthAt(asking, url)) === image.size
}
