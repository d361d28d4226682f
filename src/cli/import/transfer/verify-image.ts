import { z } from 'zod'
import type { JournalRow } from '../journal/journal-row.ts'
import { fetchDigest, fetchLength } from '../recovery/stored-bytes.ts'
import type { RunContext } from '../engine/run-context.ts'

const storedImageResponse = z.object({
  permalink: z.string().nullable(),
  sha256: z.string().nullish(),
  rotation: z.int(),
  mirror: z.string(),
})

/**
 * Compares the stored file of a committed row with the file that was sent: by its length, or by its SHA-256.
 * The permalink of a rotated or mirrored image returns a derivative, so only the digest in the API is compared.
 * @returns false if the files differ
 */
export async function verifyImage(
  context: RunContext,
  { rowState, image, record }: JournalRow,
): Promise<boolean> {
  const { verify, transfer } = context
  if (verify === 'etag') return true
  const found = await transfer.api.get(`/api/v2/images/${rowState.imageId}/`, storedImageResponse)
  if (found.sha256 && found.sha256 !== record.sha256) return false
  if (found.permalink === null) return false
  if (found.rotation !== 0 || found.mirror !== 'none') return true
  const url = new URL(found.permalink, transfer.api.url).href
  const fetchContext = { ...transfer.cli, signal: transfer.signal }
  if (verify === 'full') return (await fetchDigest(fetchContext, url)) === record.sha256
  return (await fetchLength(fetchContext, url)) === image.size
}
