import { CatalogError } from '../../../../core/base/errors.ts'
import { openApi } from '../../../client/api.ts'
import type { Cli } from '../../../cli.ts'
import { openSession } from '../../../login/session.ts'
import { hint } from '../../../terminal/output.ts'
import type { Transport } from '../../../client/transport.ts'
import type { JournalReader } from '../../journal/journal-reader.ts'
import { readResults } from '../status.ts'
import { fetchPictures, type Pictures } from './fetch-pictures.ts'
import { countPictures, describeCounts, listDoneImages } from './picture-counts.ts'

/** Time limit of each request: the journal's part of a report is worth more than a complete one. */
const TIMEOUT_MS = 2000

/**
 * Fetches the processing states of an import. Prints a hint and returns undefined if the instance cannot tell, or
 * does not respond soon.
 */
export async function fetchImportPictures(
  cli: Cli,
  journal: JournalReader,
): Promise<Pictures | undefined> {
  const images = listDoneImages(readResults(journal))
  if (images.length === 0) return new Map()
  try {
    const hurried = { ...cli, transport: withTimeout(cli, TIMEOUT_MS) }
    const session = await openSession(hurried)
    const { instance } = journal.batch
    if (session.url !== instance) {
      throw new CatalogError(
        'conflict',
        `This import belongs to ${instance}, not to ${session.url}. Select it with --url.`,
      )
    }
    return await fetchPictures(openApi(hurried, session, { maxDelaySeconds: 0 }), images)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    hint(cli, `Pictures: unknown. ${error.message}`)
    return undefined
  }
}

/** Limits the time of GET requests only, because a token refresh without a response could end the sign-in. */
function withTimeout({ transport }: Cli, timeoutMs: number): Transport {
  return (request) => transport(request.method === 'GET' ? { ...request, timeoutMs } : request)
}

/** Prints the number of images by processing state. */
export function hintPictures(cli: Cli, pictures: Pictures | undefined): void {
  if (pictures) hint(cli, `Pictures: ${describeCounts(countPictures(pictures))}.`)
}
