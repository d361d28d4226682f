import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { fourColors, withExif } from '../support/pictures.ts'

vi.setConfig({ testTimeout: 60_000 })

test.each(['size', 'full'])(
  '--verify %s accepts a picture with an EXIF orientation that is processed already',
  async (verify) => {
    await using cli = await openImportCli()
    await using album = await createFullAlbum(1)
    const turned = withExif(await fourColors().jpeg().toBuffer(), 6)
    await writeFile(join(album.path, '1.jpg'), turned)
    /** Processes the picture before the program reads where its file is. */
    const transport: Transport = async (request) => {
      if (/\/images\/\d+\/$/.test(request.url)) await cli.server.catalog.jobs.drain()
      return await send(request, {})
    }
    const collection = String(cli.collection)
    const argv = [album.manifest, '--collection', collection, '--verify', verify, '--json']
    const { code, stdout } = await cli.run(argv, { transport })
    expect([code, JSON.parse(stdout).rows[0].code]).toEqual([0, null])
  },
)
