import { randomUUID } from 'node:crypto'
import { chmod, constants, copyFile, open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { CatalogError, notFound } from '../../../core/base/errors.ts'
import type { Archive } from '../../../core/model/pmtiles/archive.ts'
import type { CommandFactory } from '../../command.ts'
import { FILE_MODE } from '../../download/partial-file.ts'
import { createDataOption } from '../../host/with-catalog.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { formatBytes } from '../../terminal/format.ts'
import { createRangeReader } from '../../../core/storage/disk/read-range.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { agree, findTarget, formatCredit, hintAtSettings, requireSpace } from './basemap-file.ts'

/** Reads all directories, so that a damaged or cut file is refused. */
async function inspect(file: string, source: string): Promise<{ archive: Archive; size: number }> {
  const { openArchive, listEntries } = await import('../../../core/model/pmtiles/archive.ts')
  await using handle = await open(source).catch((cause: unknown) => {
    throw notFound(`Cannot read ${file}.`, { cause })
  })
  const { size } = await handle.stat()
  const archive = await openArchive(file, createRangeReader(handle))
  const { tileDataOffset, tileDataLength = 0 } = archive.header
  const everything = [{ first: 0, end: Number.MAX_SAFE_INTEGER }]
  const entries = await listEntries(archive, everything)
  const end = entries.reduce((last, { offset, length }) => Math.max(last, offset + length), 0)
  if (tileDataOffset + Math.max(end, tileDataLength) > size)
    throw new CatalogError('unsupported', `${file} is damaged: it is cut off.`)
  return { archive, size }
}

async function install(source: string, path: string): Promise<void> {
  const { publishFile } = await import('../../../core/storage/disk/durable-files.ts')
  const staged = `${path}.${randomUUID()}.part`
  try {
    await copyFile(source, staged, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await chmod(staged, FILE_MODE)
    await publishFile(staged, path)
  } finally {
    await rm(staged, { force: true })
  }
}

export const addBasemapCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Install a PMTiles file')
    .argument('<file>', 'Vectors in the schema of Protomaps or OpenMapTiles, or pictures')
    .addOption(createDataOption())
    .action(async (file, options) => {
      const { config } = await locateCatalog(cli, { data: options.data })
      const path = await findTarget(cli, config.data)
      const source = resolve(cli.cwd, file)
      const { archive, size } = await inspect(file, source)
      await requireSpace(config.data, size)
      const question = `Install ${file} (${formatBytes(size)})`
      if (!(await agree(cli, path, question))) return tell(cli, 'Nothing was installed.')
      await install(source, path)
      const { minLon, minLat, maxLon, maxLat, maxZoom } = archive.header
      const bbox = [minLon, minLat, maxLon, maxLat].join()
      const found = { file: path, bbox, max_zoom: maxZoom, credit: formatCredit(archive), size }
      printRecord(cli, { ...found, state: 'installed' })
      hintAtSettings(cli, config)
    })
