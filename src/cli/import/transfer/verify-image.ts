import { z } from 'zod'
import type { JournalRow, RowRecord } from '../journal/journal-row.ts'
import { fetchDigest, fetchLength, findOriginalUrl } from './stored-bytes.ts'
import type { RunContext } from './run-context.ts'

const storedImageResponse = z.object({
  permalink: z.string().nullable(),
  sha256: z.string().nullish(),
})

/** A verdict on the stored file of an image. */
export interface Verdict {
  isIntact: boolean
  /** The digest that the instance reports; null if it reports none. */
  reportedSha256: string | null
}

/**
 * Compares the stored file of a committed row with the file that was sent: by its length, or by its SHA-256. If
 * the stored file was damaged and has been replaced since, it is compared with the digest that the instance
 * reports.
 */
export async function verifyImage(context: RunContext, row: JournalRow): Promise<Verdict> {
  const { verify, transfer } = context
  if (verify === 'etag') return { isIntact: true, reportedSha256: null }
  const path = `/api/v2/images/${row.rowState.imageId}/`
  const stored = await transfer.api.get(path, storedImageResponse)
  const reportedSha256 = stored.sha256 ?? null
  return { isIntact: await isFileIntact(context, row, stored), reportedSha256 }
}

/** If the permalink leads to a derivative, only the digest in the API is compared. */
async function isFileIntact(
  { verify, transfer }: RunContext,
  { image, record }: JournalRow,
  stored: z.infer<typeof storedImageResponse>,
): Promise<boolean> {
  const { permalink, sha256: reported } = stored
  const expected = chooseExpectedDigest(record, reported)
  if ((reported && reported !== expected) || permalink === null) return false
  const url = findOriginalUrl(permalink, transfer.api.url)
  if (url === undefined) return true
  const fetchContext = { ...transfer.cli, signal: transfer.signal }
  if (verify === 'full') return (await fetchDigest(fetchContext, url)) === expected
  return expected !== record.sha256 || (await fetchLength(fetchContext, url)) === image.size
}

/** A damaged file has been replaced once the instance reports another digest. */
function chooseExpectedDigest(
  { sha256, isDamaged, damagedSha256 }: RowRecord,
  reported: string | null | undefined,
): string | null {
  return isDamaged && reported && reported !== damagedSha256 ? reported : sha256
}
