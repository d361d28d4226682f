import { CatalogError } from '../../core/base/errors.ts'
import { formatTimestamp, type Clock } from '../../core/base/clock.ts'
import { openRemoteFile, type RemoteContext, type RemoteFile } from './remote-file.ts'

/** The daily builds of Protomaps, of which those of the last days are kept. */
export const PROTOMAPS = 'https://build.protomaps.com/{date}.pmtiles'

const DATE = '{date}'
const DAYS = 10
const DAY_MS = 86_400_000

/**
 * Opens the archive at an address. `{date}` stands for the newest day of the last ten for which there is one, such as
 * `20261129`.
 * @param last address of an unfinished download, which is tried first
 */
export async function findArchive(
  context: RemoteContext,
  from: string,
  last: string | undefined,
): Promise<RemoteFile> {
  const days = from.includes(DATE) ? listDays(context.clock) : ['']
  const newest = days.map((day) => from.replaceAll(DATE, day))
  const candidates = last === undefined ? newest : [last, ...newest]
  for (const url of candidates) {
    try {
      return await openRemoteFile(context, url)
    } catch (error) {
      const isMissing = error instanceof CatalogError && error.kind === 'not_found'
      if (!isMissing || url === candidates.at(-1)) throw error
    }
  }
  throw new Error('there is always a candidate')
}

function listDays(clock: Clock): string[] {
  const now = Date.parse(formatTimestamp(clock.now()))
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(now - index * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
  )
}
