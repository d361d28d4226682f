import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openReadOnlyJournal } from '../../src/cli/import/journal/journal-reader.ts'
import { journalFolder } from '../../src/cli/import/journal/journal-database.ts'
import { send, type HttpRequest, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { UNDECODABLE_JPEG } from '../support/pictures.ts'

vi.setConfig({ testTimeout: 60_000 })

const ROWS = 4
const isCommit = ({ url }: HttpRequest) => url.endsWith('/import/commit/')

/** Returns the state of each row in the journal. */
function statesIn(folder: string): string[] {
  using journal = openReadOnlyJournal(folder)!
  return [...journal.readStoredRows('all')].map(({ state }) => state)
}

/** Delays the first commit until the journal has this many, then calls the function and sends it. */
function waitingFor(folder: string, commits: number, call: () => Promise<void>): Transport {
  let isFirst = true
  return async (request) => {
    if (isCommit(request) && isFirst) {
      isFirst = false
      await expect
        .poll(() => statesIn(folder).filter((state) => state === 'committing'))
        .toHaveLength(commits)
      await call()
    }
    return send(request, {})
  }
}

test('records waiting commits in the journal, so that a run after a crash keeps their order and sends none twice', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(ROWS)
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const [folder, crashed] = [journalFolder(album.manifest), join(album.path, 'crashed')]
  const transport = waitingFor(folder, ROWS, () => cp(folder, crashed, { recursive: true }))
  expect((await cli.run(words, { transport })).code).toBe(0)
  const images = await cli.images()
  expect(images.map(({ title }) => title)).toEqual([1, 2, 3, 4].map((n) => `Picture ${n}`))

  await rm(folder, { recursive: true })
  await cp(crashed, folder, { recursive: true })
  const again = await cli.run(words)
  expect(again.code).toBe(0)
  const rows = JSON.parse(again.stdout).rows as { image_id: number }[]
  expect(rows.map(({ image_id }) => image_id)).toEqual(images.map(({ id }) => id))
  expect(await cli.images()).toHaveLength(ROWS)
})

test('reverts commits that it did not send, and sends the current metadata in the next run', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(ROWS)
  await album.file('1.jpg', UNDECODABLE_JPEG)
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const folder = journalFolder(album.manifest)
  const transport = waitingFor(folder, ROWS, async () => {})
  const stopped = await cli.run([...words, '--on-error', 'stop'], { transport })
  expect(stopped.code).toBe(6)
  expect(statesIn(folder)).toEqual(['failed', 'uploaded', 'uploaded', 'uploaded'])
  expect(await cli.images()).toEqual([])

  await album.picture('1.jpg', 1)
  const lines = [1, 2, 3, 4].map((n) => `${n}.jpg,Changed ${n},about 1920,1920~`)
  await album.table(ALBUM_HEADER, ...lines)
  expect((await cli.run(words)).code).toBe(0)
  const titles = (await cli.images()).map(({ title }) => title)
  expect(titles).toEqual([1, 2, 3, 4].map((n) => `Changed ${n}`))
})
