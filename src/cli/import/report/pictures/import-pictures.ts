import { CatalogError } from '../../../../core/errors.ts'
import { openApi } from '../../../api.ts'
import type { Cli } from '../../../cli.ts'
import { openSession } from '../../../login/session.ts'
import { hint } from '../../../output.ts'
import type { JournalReader } from '../../journal/journal-reader.ts'
import { readResults } from '../status.ts'
import { fetchPictures, type Pictures } from './fetch-pictures.ts'
import { countPictures, describeCounts, listDoneImages } from './picture-counts.ts'

/** Fetches the processing states of an import. Prints a hint and returns undefined if the instance cannot tell. */
export async function fetchImportPictures(
  cli: Cli,
  journal: JournalReader,
): Promise<Pictures | undefined> {
  const images = listDoneImages(readResults(journal))
  if (images.length === 0) return new Map()
  try {
    const session = await openSession(cli)
    const { instance } = journal.batch
    if (session.url !== instance) {
      throw new CatalogError(
        'conflict',
        `This import belongs to ${instance}, not to ${session.url}. Select it with --url.`,
      )
    }
    return await fetchPictures(openApi(cli, session), images)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    hint(cli, `Pictures: unknown. ${error.message}`)
    return undefined
  }
}

/** Prints the number of images by processing state. */
export function hintPictures(cli: Cli, pictures: Pictures | undefined): void {
  if (pictures) hint(cli, `Pictures: ${describeCounts(countPictures(pictures))}.`)
}
