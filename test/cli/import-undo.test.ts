import Database from 'better-sqlite3'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli } from '../support/test-cli.ts'
import { issueToken } from '../support/tokens.ts'

/** An album of this many pictures, the computer of an importer, and another one of a moderator. */
async function openScene(count = 3) {
  const album = await createFullAlbum(count)
  const cli = await openImportCli({ state: join(album.path, 'state') })
  const token = await issueToken(cli.server, {
    userId: 2002,
    username: 'Mo',
    staff: true,
    scopes: ['moderate'],
  })
  const env = { CATALOG_URL: cli.server.baseUrl, CATALOG_TOKEN: token }
  return {
    ...cli,
    album,
    moderator: env,
    start: (...argv: string[]) =>
      cli.run([album.manifest, '--collection', String(cli.collection), ...argv]),
    /** On the computer of the importer. */
    ask: async (...argv: string[]) => JSON.parse((await cli.run([...argv, '--json'])).stdout),
    /** On another computer. */
    moderate: (...argv: string[]) => runCli(['import', ...argv], { env }),
    async moderated(...argv: string[]) {
      const { code, stdout, stderr } = await runCli(['import', ...argv, '--json'], { env })
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout)
    },
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await album[Symbol.asyncDispose]()
    },
  }
}

test('a named import is found by its name, and a moderator undoes it on another computer', async () => {
  await using scene = await openScene()
  expect((await scene.start('--name', 'Scans of 1912')).code).toBe(0)
  const [known] = await scene.ask('list')
  expect(known).toMatchObject({ name: 'Scans of 1912', rows: 3, done: 3 })
  expect(await scene.ask('report', 'Scans of 1912')).toMatchObject({ batch: known.id })
  expect(await scene.moderated('list', '--remote')).toMatchObject([
    { id: known.id, name: 'Scans of 1912', user: 'Ada', imported: 3 },
  ])
  const [first, second] = (await scene.images()).map(({ id }) => id)
  await scene.seed.comment(first!)
  await scene.seed.point(second!)
  const planned = {
    name: 'Scans of 1912',
    images: 3,
    contributions_of_others: { comments: 1, georeferences: 1, validations: 0 },
  }
  const shown = await scene.moderated('undo', 'Scans of 1912', '--dry-run')
  expect(shown).toMatchObject({ ...planned, state: 'would_be_undone' })
  expect(await scene.images()).toHaveLength(3)
  expect((await scene.moderate('undo', 'Scans of 1912')).code).toBe(2)
  const undone = await scene.moderated('undo', 'Scans of 1912', '--yes')
  expect(undone).toMatchObject({ ...planned, state: 'undone', deleted: 3, left: 0 })
  expect(await scene.images()).toEqual([])
  expect(await scene.moderated('undo', known.id, '--yes')).toMatchObject({ images: 0, deleted: 0 })
})

test('all runs of a manifest are one import with the name of the manifest', async () => {
  await using scene = await openScene()
  await scene.start('--max-rows', '1')
  const renamed = await scene.start('--name', 'Another')
  expect([renamed.code, renamed.stderr]).toEqual([
    9,
    expect.stringMatching(/has the name "album.csv".*Leave out --name.*catalog import forget/s),
  ])
  expect((await scene.start('--name', 'album.csv')).code).toBe(0)
  expect(await scene.moderated('list', '--remote')).toMatchObject([
    { name: 'album.csv', imported: 3 },
  ])
  const forbidden = await scene.run(['undo', scene.album.manifest, '--yes'])
  expect([forbidden.code, await scene.images()]).toMatchObject([4, { length: 3 }])
})

test('can be named until the instance knows its name', async () => {
  await using scene = await openScene(2)
  const argv = [scene.album.manifest, '--collection', String(scene.collection)]
  await scene.run(argv, { answers: [false] })
  // The instance names the import, but its response is lost.
  const transport: Transport = async (request) => {
    const response = await send(request, {})
    return request.url.includes('/batches/') ? stubResponse(503, '{}') : response
  }
  await scene.run([...argv, '--name', 'Scans'], { transport })
  const renamed = await scene.start('--name', 'Another')
  expect([renamed.code, renamed.stderr]).toEqual([
    9,
    expect.stringMatching(/has the name "Scans".*Specify this name.*catalog import forget/s),
  ])
  expect(await scene.images()).toEqual([])
  expect((await scene.start('--name', 'Scans')).code).toBe(0)
  expect(await scene.moderated('list', '--remote')).toMatchObject([{ name: 'Scans', imported: 2 }])
})

test('imports of the same name are told apart by their ids', async () => {
  await using scene = await openScene(1)
  const again = ['--duplicates', 'import', '--name', 'Album']
  await scene.start(...again)
  await scene.start(...again, '--journal', join(scene.album.path, 'second'))
  const batches = await scene.moderated('list', '--remote')
  const refused = await scene.moderate('undo', 'Album', '--yes')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('Several imports have the name "Album"'),
  ])
  for (const { id } of batches) expect(refused.stderr).toContain(id)
  const unknown = await scene.moderate('undo', 'Nothing', '--yes')
  expect([unknown.code, unknown.stderr]).toEqual([
    5,
    expect.stringContaining('See: catalog import list --remote'),
  ])
})

test('images that others duplicate are left, and named', async () => {
  await using scene = await openScene(2)
  await scene.start()
  const [kept] = (await scene.images()).map(({ id }) => id)
  const duplicate = await scene.seed.image({
    collection_id: scene.collection,
    duplicate_of: kept,
  })
  const { code, stderr } = await scene.moderate('undo', 'album.csv', '--yes')
  expect([code, stderr]).toEqual([6, expect.stringContaining(`duplicate them: ${kept}\n`)])
  expect((await scene.images()).map(({ id }) => id)).toEqual([kept, duplicate])
})

test('an import that was undone uploads nothing more, until it is forgotten', async () => {
  await using scene = await openScene()
  await scene.start('--max-rows', '1')
  await scene.moderated('undo', 'album.csv', '--yes')
  const asked: string[] = []
  const transport: Transport = (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return send(request, {})
  }
  const argv = [scene.album.manifest, '--collection', String(scene.collection)]
  const { code, stderr } = await scene.run(argv, { transport })
  expect([code, stderr]).toEqual([9, expect.stringContaining('catalog import forget MANIFEST')])
  expect(asked.filter((one) => one.includes('upload'))).toEqual([])
  expect(await scene.images()).toEqual([])
  expect((await scene.run(['forget', scene.album.manifest, '--yes'])).code).toBe(0)
  expect((await scene.start()).code).toBe(0)
  expect(await scene.images()).toHaveLength(3)
})

test('imports into an instance that does not name imports', async () => {
  await using scene = await openScene(2)
  const transport: Transport = (request) => {
    if (request.method !== 'PUT' || !request.url.includes('/batches/')) return send(request, {})
    return send({ ...request, url: request.url.replace('/import/batches/', '/nowhere/') }, {})
  }
  const argv = [scene.album.manifest, '--collection', String(scene.collection)]
  expect((await scene.run(argv, { transport })).code).toBe(0)
  expect(await scene.images()).toHaveLength(2)
})

test('continues an import of an earlier version, which the instance does not know', async () => {
  await using scene = await openScene(2)
  await scene.start('--max-rows', '1')
  const journal = new Database(join(`${scene.album.manifest}.import`, 'journal.sqlite'))
  journal.exec("update batch set id = '0a1b2c3d'")
  journal.close()
  expect((await scene.start()).code).toBe(0)
  expect(await scene.images()).toHaveLength(2)
  expect(await scene.moderated('list', '--remote')).toMatchObject([{ imported: 1 }])
  const unknown = await scene.moderate('undo', '0a1b2c3d', '--yes')
  expect([unknown.code, await scene.images()]).toMatchObject([5, { length: 2 }])
})

test('never undoes the import of another computer instead of one of an earlier version', async () => {
  await using scene = await openScene(2)
  const argv = [scene.album.manifest, '--collection', String(scene.collection)]
  await scene.run(argv, { answers: [false] })
  const journal = new Database(join(`${scene.album.manifest}.import`, 'journal.sqlite'))
  journal.exec("update batch set id = '0a1b2c3d'")
  journal.close()
  await scene.start()
  const others = join(scene.album.path, 'others')
  await scene.start('--duplicates', 'import', '--journal', others, '--name', 'album.csv')
  expect(await scene.moderated('list', '--remote')).toMatchObject([{ name: 'album.csv' }])
  const env = scene.moderator
  for (const named of ['album.csv', '0a1b2c3d']) {
    const options = { env, cwd: scene.album.path }
    const { code, stderr } = await scene.run(['undo', named, '--yes'], options)
    expect([code, stderr]).toEqual([
      9,
      expect.stringMatching(/made by an earlier version.*catalog image delete/s),
    ])
  }
  expect(await scene.images()).toHaveLength(4)
})

test('lists and finds imports beside a damaged journal', async () => {
  await using scene = await openScene(1)
  await scene.start()
  const journal = join(scene.album.path, 'other')
  await scene.start('--name', 'Scans', '--journal', journal)
  const { batch } = await scene.ask('report', journal)
  await writeFile(join(`${scene.album.manifest}.import`, 'journal.sqlite'), 'damaged')
  expect(await scene.ask('report', 'Scans')).toMatchObject({ batch })
  expect(await scene.ask('report', batch)).toMatchObject({ batch })
  const list = await scene.run(['list', '--json'])
  expect([list.code, list.stdout]).toEqual([0, expect.stringContaining(batch)])
  const damaged = await scene.run(['report', scene.album.manifest])
  expect([damaged.code, damaged.stderr]).toEqual([9, expect.stringContaining('is not a journal')])
})

test('sends nothing while the instance cannot name the import, with the usual summary', async () => {
  await using scene = await openScene(2)
  const transport: Transport = (request) =>
    request.url.includes('/batches/') ? stubResponse(503, '{}') : send(request, {})
  const argv = [scene.album.manifest, '--collection', String(scene.collection)]
  const { code, stdout, stderr } = await scene.run([...argv, '--json'], { transport })
  expect([code, stderr]).toEqual([8, expect.stringContaining('Stopped early: ')])
  expect(JSON.parse(stdout).summary).toMatchObject({ imported: 0, not_started: 2 })
  expect(await scene.images()).toEqual([])
  expect((await scene.run(argv)).code).toBe(0)
})
