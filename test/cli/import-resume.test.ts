import { existsSync } from 'node:fs'
import { readdir, readFile, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openJournal } from '../../src/cli/import/journal/journal.ts'
import { journalFolder } from '../../src/cli/import/journal/journal-database.ts'
import { openReadOnlyJournal } from '../../src/cli/import/journal/journal-reader.ts'
import { PLANNED, type RowState } from '../../src/cli/import/journal/row-state-machine.ts'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createFullAlbum } from '../support/album.ts'
import { stubResponse } from '../support/stub-response.ts'
import { isUpload, openImportCli } from '../support/import-cli.ts'
import { runCli } from '../support/test-cli.ts'
import { issueToken } from '../support/tokens.ts'
import { UNDECODABLE_JPEG } from '../support/pictures.ts'

vi.setConfig({ testTimeout: 60_000 })

type ImportCli = Awaited<ReturnType<typeof openImportCli>>
type Album = Awaited<ReturnType<typeof createFullAlbum>>

const words = (cli: ImportCli, album: Album) => [
  album.manifest,
  '--collection',
  String(cli.collection),
  '--json',
]

/** Opens the journal of the album as an import does. */
const journalOf = (cli: ImportCli, album: Album) =>
  openJournal({
    folder: journalFolder(album.manifest),
    manifest: album.manifest,
    instance: cli.server.baseUrl,
    now: 0,
  })

/** Reads everything that a run changes in the journal of the album. */
function readJournal(album: Album) {
  using journal = openReadOnlyJournal(journalFolder(album.manifest))!
  return { batch: journal.batch, rows: [...journal.readStoredRows('all')] }
}

/** Leaves the first row as a killed import does. */
async function leaveAt(cli: ImportCli, album: Album, rowState: Partial<RowState>): Promise<void> {
  await using journal = await journalOf(cli, album)
  const row = journal.findByKey('1.jpg')!
  await journal.saveRow({ ...row, rowState: { ...row.rowState, ...rowState } })
}

const refusing =
  (...paths: string[]): Transport =>
  (request) => {
    if (!paths.some((path) => request.url.includes(path))) return send(request, {})
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }

/** A transport through which the instance reports this digest for every image. */
const withReportedDigest =
  (sha256: string): Transport =>
  async (request) => {
    const response = await send(request, {})
    if (!/\/images\/\d+\/$/.test(request.url)) return response
    const detail = JSON.parse(await response.text()) as object
    return { ...response, text: async () => JSON.stringify({ ...detail, sha256 }) }
  }

test('exits with 9 if another process runs the same import', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await using _other = await journalOf(cli, album)
  const { code, stdout } = await cli.run(words(cli, album))
  expect(code).toBe(9)
  expect(JSON.parse(stdout).error.code).toBe('journal.locked')
  expect(await cli.images()).toEqual([])
})

test('does not continue the journal of another instance', async () => {
  await using cli = await openImportCli()
  await using other = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  const { code, stdout } = await other.run(words(other, album))
  expect(code).toBe(9)
  expect(JSON.parse(stdout).error.message).toContain('--journal')
  expect(await other.images()).toEqual([])
})

test('an invalid manifest leaves no journal', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await album.table(ALBUM_HEADER, '1.jpg,,1920,1920')
  expect((await cli.run(words(cli, album))).code).toBe(3)
  expect(existsSync(journalFolder(album.manifest))).toBe(false)
})

test('an invalid manifest leaves the other files in the folder of the journal', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await album.table(ALBUM_HEADER, '1.jpg,,1920,1920')
  const before = await readdir(album.path)
  expect((await cli.run([...words(cli, album), '--journal', album.path])).code).toBe(3)
  expect(await readdir(album.path)).toEqual(before)
})

test('a repeated import imports new rows only', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await cli.run([...words(cli, album), '--max-rows', '2'])
  expect(await cli.images()).toHaveLength(2)
  const { code, stdout } = await cli.run(words(cli, album))
  expect(code).toBe(0)
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 1, imported_before: 2 })
  const idle = await cli.run([...words(cli, album), '--error-on-nothing'])
  expect(idle.code).toBe(10)
  expect((await cli.images()).map(({ title }) => title)).toEqual([
    'Picture 1',
    'Picture 2',
    'Picture 3',
  ])
})

test('--only-failed retries failed rows and starts no others', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await album.file('2.jpg', UNDECODABLE_JPEG)
  expect((await cli.run([...words(cli, album), '--max-rows', '2'])).code).toBe(6)
  await album.picture('2.jpg', 2)
  const again = await cli.run([...words(cli, album), '--only-failed'])
  expect(again.code).toBe(0)
  const { summary } = JSON.parse(again.stdout)
  expect(summary).toMatchObject({ imported: 1, imported_before: 1, not_started: 1 })
  expect((await cli.run(words(cli, album))).code).toBe(0)
  const titles = (await cli.images()).map(({ title }) => title)
  expect(titles).toEqual(['Picture 1', 'Picture 2', 'Picture 3'])
})

test('rows can be reordered, removed and added again', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  const row = (n: number) => `${n}.jpg,Picture ${n},about 1920,1920~`
  const told = async (...lines: string[]) => {
    await album.table(ALBUM_HEADER, ...lines)
    const { rows } = JSON.parse((await cli.run(words(cli, album))).stdout)
    return (rows as { line: number; file: string }[]).map(({ line, file }) => `${line} ${file}`)
  }
  await cli.run(words(cli, album))
  expect(await told(row(2), row(1))).toEqual(['2 2.jpg', '3 1.jpg'])
  expect(await told(row(1))).toEqual(['2 1.jpg'])
  expect(await told(row(1), row(2))).toEqual(['2 1.jpg', '3 2.jpg'])
  expect(await cli.images()).toHaveLength(2)
})

test('resolves a commit that was interrupted, without a second image', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  await leaveAt(cli, album, { state: 'committing', imageId: null })
  const { code, stdout } = await cli.run(words(cli, album))
  expect(code).toBe(0)
  const [image] = await cli.images()
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ state: 'imported', image_id: image!.id })
  expect(await cli.images()).toHaveLength(1)
})

test('does not take the image of another import for that of an unresolved row', async () => {
  await using state = await createFullAlbum(0)
  await using cli = await openImportCli({ state: state.path })
  await using album = await createFullAlbum(1)
  await cli.run([...words(cli, album), '--journal', 'other'], { cwd: state.path })
  const [made] = await cli.images()
  await cli.run(words(cli, album), { transport: refusing('upload-url') })
  {
    await using journal = await journalOf(cli, album)
    const row = journal.findByKey('1.jpg')!
    const slot = { slot: crypto.randomUUID(), slotGivenAt: 0, account: 1001 }
    row.rowState = { ...row.rowState, ...slot, state: 'committing' }
    row.record = { ...row.record, sha256: made!.file_sha256, newestImageBefore: 0 }
    await journal.saveRow(row)
  }
  const { stdout } = await cli.run(words(cli, album))
  const images = await cli.images()
  expect(images).toHaveLength(2)
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ state: 'imported', image_id: images[1]!.id })
})

test('makes no other image while the outcome is unknown, and exits with 8', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  await leaveAt(cli, album, { state: 'committing', imageId: null })
  const transport = refusing('/import/commit/', '/import/cancel/')
  const { code, stdout } = await cli.run(words(cli, album), { transport })
  expect(code).toBe(8)
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ state: 'unfinished' })
  expect((await cli.run(words(cli, album))).code).toBe(0)
  expect(await cli.images()).toHaveLength(1)
})

test('does not touch unresolved rows that another account started', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  await leaveAt(cli, album, { state: 'committing', imageId: null })
  const other = { userId: 7, username: 'Grace', staff: true, scopes: ['import' as const] }
  const env = { CATALOG_TOKEN: await issueToken(cli.server, other) }
  const { code, stdout } = await cli.run(words(cli, album), { env })
  expect(code).toBe(8)
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ code: 'account.other' })
  expect(await cli.images()).toHaveLength(1)
})

test('a dry run reports what the next run does, takes no lock and leaves the journal unchanged', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  await cli.run([...words(cli, album), '--max-rows', '2'])
  const [, second, third] = [1, 2, 3].map((n) => `${n}.jpg,Picture ${n},about 1920,1920~`)
  await album.table(ALBUM_HEADER, '1.jpg,Another title,about 1920,1920~', second!, third!)
  const before = readJournal(album)
  const dryRun = async () => {
    await using _other = await journalOf(cli, album)
    return await cli.run([...words(cli, album), '--dry-run'])
  }
  const { code, stdout } = await dryRun()
  expect(code).toBe(0)
  expect(JSON.parse(stdout).rows).toMatchObject([
    { state: 'imported_before', code: 'state.changed_after_commit' },
    { state: 'imported_before', code: null },
    { state: 'not_started', code: null },
  ])
  expect(readJournal(album)).toEqual(before)
})

test('reports a row that was edited after its import, and sends nothing', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  await cli.run(words(cli, album))
  await album.table(
    ALBUM_HEADER,
    '1.jpg,Another title,about 1920,1920~',
    '2.jpg,Picture 2,about 1920,1920~',
  )
  await album.picture('2.jpg', 200)
  const { code, stdout } = await cli.run(words(cli, album))
  expect(code).toBe(0)
  const rows = JSON.parse(stdout).rows as { code: string; message: string }[]
  expect(rows.map((row) => row.code)).toEqual(Array(2).fill('state.changed_after_commit'))
  expect(rows.map(({ message }) => /\((.*)\)/.exec(message)?.[1])).toEqual(['title', 'file'])
})

test('ignores a changed modification time of a file', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  await utimes(join(album.path, '1.jpg'), 1, 1)
  const { stdout } = await cli.run(words(cli, album))
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ state: 'imported_before', code: null })
})

test('fails the row of a file that changes between check and upload', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const transport: Transport = async (request) => {
    if (request.url.includes('upload-url')) await album.file('1.jpg', 'another')
    return send(request, {})
  }
  const { code, stdout } = await cli.run(words(cli, album), { transport })
  expect(code).toBe(6)
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ state: 'failed', code: 'file.changed' })
  expect(await cli.images()).toEqual([])
})

test('makes images in the order of rows, whichever upload ends first', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(8)
  let uploads = 0
  const transport: Transport = async (request) => {
    const response = await send(request, {})
    if (isUpload(request) && uploads++ === 0)
      await send({ ...request, method: 'HEAD', body: '' }, {})
    return response
  }
  await cli.run(words(cli, album), { transport })
  const titles = (await cli.images()).map(({ title }) => title)
  expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)))
  expect(titles).toHaveLength(8)
})

test('--fields selects members of the rows and findings in JSON documents', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  await cli.run(words(cli, album))
  const report = ['report', album.manifest, '--json', '--fields']
  const chosen = await cli.run([...report, 'file,state'])
  expect(JSON.parse(chosen.stdout)).toMatchObject({ summary: { imported: 2 } })
  expect(JSON.parse(chosen.stdout).rows).toEqual([
    { file: '1.jpg', state: 'imported' },
    { file: '2.jpg', state: 'imported' },
  ])
  const unknown = await cli.run([...report, 'file,size'])
  expect(unknown.stderr.match(/Unknown in --fields: size/g)).toHaveLength(1)
  const checked = await cli.run(['check', album.manifest, '--json', '--fields', 'code,line'])
  expect(Object.keys(JSON.parse(checked.stdout).findings[0])).toEqual(['code', 'line'])
})

test('--move-done moves files after their import, and later runs do not miss them', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  await album.file('2.jpg', UNDECODABLE_JPEG)
  const argv = [...words(cli, album), '--move-done', join(album.path, 'done')]
  expect((await cli.run(argv)).code).toBe(6)
  expect(existsSync(join(album.path, '1.jpg'))).toBe(false)
  expect((await readFile(join(album.path, 'done', '1.jpg'))).byteLength).toBeGreaterThan(0)
  expect(existsSync(join(album.path, '2.jpg'))).toBe(true)
  await album.picture('2.jpg', 9)
  const { code, stdout } = await cli.run(argv)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).summary).toMatchObject({ rows: 2, imported: 1, imported_before: 1 })
})

test('--move-done never overwrites a file', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  const older = join(album.path, 'done', '1.jpg')
  await album.file('done/1.jpg', 'an older picture')
  const { code, stderr } = await cli.run([
    ...words(cli, album),
    '--move-done',
    join(album.path, 'done'),
  ])
  expect(code).toBe(0)
  expect(stderr).toContain(
    `1.jpg was imported but could not be moved: another file already exists at ${older}`,
  )
  expect(await readFile(older, 'utf8')).toBe('an older picture')
  expect(existsSync(join(album.path, '1.jpg'))).toBe(true)
  expect(existsSync(join(album.path, '2.jpg'))).toBe(false)
})

test('--verify full reports an image with other bytes than were sent', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  const transport = withReportedDigest('0'.repeat(64))
  const { code, stdout } = await cli.run([...words(cli, album), '--verify', 'full'], {
    transport,
  })
  expect(code).toBe(11)
  expect(JSON.parse(stdout).rows[0]).toMatchObject({ code: 'verify.mismatch' })
  // Only a verification finds out that the file was replaced since.
  expect((await cli.run(words(cli, album))).code).toBe(11)
  const again = await cli.run([...words(cli, album), '--verify', 'full'])
  expect([again.code, JSON.parse(again.stdout).rows[0].code]).toEqual([0, null])
})

test('--verify full accepts another intact file that replaced a damaged one', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await album.picture('better.jpg', 9)
  const verify = async (transport?: Transport) => {
    const argv = [...words(cli, album), '--verify', 'full']
    return (await cli.run(argv, transport && { transport })).code
  }
  const [sent, other] = ['0'.repeat(64), '1'.repeat(64)].map(withReportedDigest)
  expect(await verify(sent)).toBe(11)
  const [image] = await cli.images()
  const better = join(album.path, 'better.jpg')
  expect((await cli.command(['replace', String(image!.id), better, '--yes'])).code).toBe(0)
  expect(await verify(other)).toBe(11)
  expect(await verify()).toBe(0)
  expect((await cli.run(words(cli, album))).code).toBe(0)
})

test('--verify full retries if the storage fails temporarily', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  let asked = 0
  const transport: Transport = async (request) => {
    if (!request.url.includes('/media/images/')) {
      const response = await send(request, {})
      if (!/\/images\/\d+\/$/.test(request.url)) return response
      // Like an instance that returns no digest.
      const { sha256: _, ...detail } = JSON.parse(await response.text()) as { sha256: string }
      return { ...response, text: async () => JSON.stringify(detail) }
    }
    asked += 1
    if (asked === 1) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    return asked === 2 ? await stubResponse(503, '') : await send(request, {})
  }
  const { code, stderr } = await cli.run([...words(cli, album), '--verify', 'full'], {
    transport,
  })
  expect([code, asked], stderr).toEqual([0, 3])
})

test('status, list and report describe an import', async () => {
  await using state = await createFullAlbum(0)
  await using cli = await openImportCli({ state: state.path })
  await using album = await createFullAlbum(3)
  await album.file('2.jpg', UNDECODABLE_JPEG)
  await cli.run(words(cli, album))
  const status = await cli.run(['status', '--json'])
  expect(JSON.parse(status.stdout)).toMatchObject({
    schema: 'catalog.import.status/1',
    manifest: album.manifest,
    running: false,
    images_per_minute: null,
    rows: 3,
    done: 2,
    failed: 1,
    unresolved: [{ file: '2.jpg', state: 'failed' }],
  })
  {
    await using _running = await journalOf(cli, album)
    const during = await cli.run(['status', '--json'])
    expect(JSON.parse(during.stdout)).toMatchObject({
      running: true,
      images_per_minute: expect.any(Number) as number,
    })
  }
  const { id } = JSON.parse(status.stdout) as { id: string }
  const list = JSON.parse((await cli.run(['list', '--json'])).stdout)
  expect(list).toMatchObject([{ id, account: 'Ada', done: 2 }])

  const [failed, annotated] = [join(state.path, 'failed.csv'), join(state.path, 'all.csv')]
  const tables = ['--failed-csv', failed, '--annotated', annotated, '--output', 'id']
  const report = await cli.run(['report', id, ...tables])
  const ids = (await cli.images()).map((image) => String(image.id))
  expect(report.stdout.trim().split('\n')).toEqual(ids)
  expect((await readFile(failed, 'utf8')).trim().split('\n')).toHaveLength(2)
  expect(await readFile(annotated, 'utf8')).toContain(`imported,${ids[0]}`)
})

test('forget needs --yes and no unresolved rows', async () => {
  await using state = await createFullAlbum(0)
  await using cli = await openImportCli({ state: state.path })
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  expect((await cli.run(['forget', album.manifest])).code).toBe(2)
  const undecidedStates = [
    { state: 'review' },
    { state: 'uploaded', hasUnresolvedCommit: true },
  ] as const
  for (const undecided of undecidedStates) {
    await leaveAt(cli, album, undecided)
    expect((await cli.run(['forget', album.manifest, '--yes'])).code).toBe(9)
  }
  await leaveAt(cli, album, PLANNED)
  expect((await cli.run(['forget', album.manifest, '--yes'])).code).toBe(0)
  expect(existsSync(journalFolder(album.manifest))).toBe(false)
  expect(JSON.parse((await cli.run(['list', '--json'])).stdout)).toEqual([])
})

test('resolve decides a row whose outcome is unknown', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  const [image] = await cli.images()
  const problem = { code: 'commit.unknown', message: 'unknown' }
  await leaveAt(cli, album, { state: 'review', imageId: null, problem })
  expect((await cli.run(words(cli, album))).code).toBe(7)

  const shown = await cli.run(['resolve', album.manifest, '--json'])
  expect(JSON.parse(shown.stdout)).toMatchObject([{ row_key: '1.jpg', code: 'commit.unknown' }])
  const found = await cli.run(['resolve', album.manifest, '--search', '--json'])
  expect(JSON.parse(found.stdout)).toMatchObject([
    { row_key: '1.jpg', image_id: image!.id, same_bytes: true, same_words: true },
  ])
  const decide = ['resolve', album.manifest, '--row', '1.jpg', '--committed', String(image!.id)]
  expect((await cli.run(decide)).code).toBe(0)
  expect((await cli.run(decide)).code).toBe(9)
  expect((await cli.run(words(cli, album))).code).toBe(0)
  expect(await cli.images()).toHaveLength(1)
})

test('cancels slots that an earlier run left open', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(2)
  const transport = refusing('/import/commit/')
  await cli.run([...words(cli, album), '--on-error', 'stop'], { transport, sleep: instantly })
  const { code, stdout } = await cli.run(['cancel', album.manifest, '--json'])
  expect(code).toBe(0)
  const { slots, released } = JSON.parse(stdout) as { slots: number; released: number }
  expect(released).toBe(slots)
})

const instantly = () => Promise.resolve()

test('exits with 5 for an unknown import', async () => {
  expect((await runCli(['import', 'status'])).code).toBe(5)
  expect((await runCli(['import', 'report', 'nosuch'])).code).toBe(5)
})

test('continues after the manifest and its journal were moved', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(1)
  await cli.run(words(cli, album))
  const moved = join(album.path, 'renamed.csv')
  await rename(album.manifest, moved)
  await rename(journalFolder(album.manifest), journalFolder(moved))
  const { stdout } = await cli.run([moved, ...words(cli, album).slice(1)])
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 0, imported_before: 1 })
})

test('prints changed and failed rows to a pipe, and every row with -o', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  const argv = [album.manifest, '--collection', String(cli.collection)]
  const states = ({ stdout }: { stdout: string }) =>
    stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[2])
  expect(states(await cli.run([...argv, '--max-rows', '1']))).toEqual(['imported'])
  await album.file('2.jpg', UNDECODABLE_JPEG)
  expect(states(await cli.run([...argv, '--dry-run']))).toEqual(['not_started', 'not_started'])
  expect(states(await cli.run(argv))).toEqual(['failed', 'imported'])
  const every = await cli.run([...argv, '-o', 'tsv'])
  expect(states(every)).toEqual(['imported_before', 'failed', 'imported_before'])
})

test('--move-done skips a row whose image was deleted since, and continues', async () => {
  await using cli = await openImportCli()
  await using album = await createFullAlbum(3)
  const argv = words(cli, album)
  expect((await cli.run([...argv, '--max-rows', '2'])).code).toBe(0)
  const [first] = await cli.images()
  const transport: Transport = (request) =>
    request.url.endsWith(`/images/${first!.id}/`)
      ? send({ ...request, url: request.url.replace(/\d+\/$/, '999999/') }, {})
      : send(request, {})
  const done = ['--verify', 'size', '--move-done', join(album.path, 'done')]
  const { code, stdout } = await cli.run([...argv, ...done], { transport })
  const { summary, rows } = JSON.parse(stdout)
  expect(summary).toMatchObject({ imported: 1, imported_before: 2 })
  expect(rows[0]).toMatchObject({ state: 'imported_before', code: 'not_found' })
  expect(code).toBe(0)
  expect(existsSync(join(album.path, '1.jpg'))).toBe(true)
  expect(existsSync(join(album.path, '2.jpg'))).toBe(false)
})
