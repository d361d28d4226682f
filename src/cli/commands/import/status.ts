import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { hint, print, printRecord } from '../../terminal/output.ts'
import { formatTime } from '../../terminal/format.ts'

async function runImportStatus(cli: Cli, named: string | undefined): Promise<void> {
  const { openImport } = await import('./open-import.ts')
  const { readResults, describeImport, listUnresolvedRows } =
    await import('../../import/report/status.ts')
  const { describePlaces } = await import('../../import/report/place-counts.ts')
  using found = await openImport(cli, named)
  const unresolved = listUnresolvedRows(found)
  const description = describeImport(found, cli.clock.now())
  const { fetchImportPictures } = await import('../../import/report/pictures/import-pictures.ts')
  const { countPictures, describeCounts, listBadPictures } =
    await import('../../import/report/pictures/picture-counts.ts')
  const pictures = await fetchImportPictures(cli, found)
  const counts = pictures ? countPictures(pictures) : null
  const bad = pictures ? listBadPictures(readResults(found), pictures) : []
  if (cli.globals.output !== 'human') {
    return printRecord(cli, { ...description, pictures: counts, unresolved, bad_pictures: bad })
  }
  const { schema: _, images_per_minute, places, ...shown } = description
  printRecord(cli, {
    ...shown,
    last_run_at: formatTime(description.last_run_at),
    ...(images_per_minute !== null && { images_per_minute }),
    ...(places && { places: describePlaces({ places }).join('') }),
    ...(counts && { pictures: describeCounts(counts) }),
  })
  if (bad.length > 0) {
    cli.stdout.write('\n')
    print(cli, bad, ['line', 'file', 'image_id', 'processing'], ['processing_reason'])
  }
  if (unresolved.length === 0) return
  cli.stdout.write('\n')
  print(cli, unresolved, ['line', 'file', 'state', 'code'], ['message'])
  if (description.undecided > 0)
    hint(cli, 'Some rows have an unknown outcome. Resolve them with: catalog import resolve')
}

export const importStatusCommand: CommandFactory = (cli) =>
  new Command('status')
    .description('Show the progress of an import')
    .argument('[import]', 'Manifest, name or id of the import (default: the latest import)')
    .action((named) => runImportStatus(cli, named))
