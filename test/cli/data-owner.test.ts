import { execFileSync, spawnSync } from 'node:child_process'
import { chown, mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { PROGRAM, runProgram } from '../support/program.ts'
import { runCli } from '../support/test-cli.ts'

/** A user without a name, like those of many containers. */
const OTHER = { uid: 12_345, gid: 12_345 }

const isRoot = process.getuid?.() === 0

/** Whether another user can run the program: its folder may be private. */
const isPublic = isRoot && spawnSync(process.execPath, [PROGRAM, '--version'], OTHER).status === 0

const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-owner-'))
afterAll(() => folder.remove())

let data: string
let count = 0

beforeEach(async () => {
  data = join(folder.path, `data-${++count}`)
  await copyEmptyDatabase(data)
  await writeFile(join(data, 'secret'), 'a key that this test has written there', { mode: 0o600 })
  if (!isRoot) return
  // Temporary folders are private.
  await chown(folder.path, OTHER.uid, OTHER.gid)
  for (const name of ['.', ...(await readdir(data))])
    await chown(join(data, name), OTHER.uid, OTHER.gid)
})

const runAsOther = (...words: string[]) => runProgram(words, OTHER)

test.skipIf(!isRoot)('root cannot work in the data directory of another user', async () => {
  const before = await readdir(data)
  for (const line of [
    'admin key rotate --now',
    'admin user list',
    'admin init',
    'admin backup create',
    'admin backup list',
    'admin restore somewhere',
    'admin migrate up',
    'admin migrate status',
    'admin storage usage',
    'admin reprocess textindex --all',
    'admin recover --to elsewhere',
    'admin dump elsewhere',
    'model verify',
    'demo',
    'serve --port 0',
  ]) {
    const words = [...line.split(' '), '--data', data]
    const { code, stderr } = await runCli(words, { env: { CATALOG_SLOT_SECONDS: '60' } })
    expect([line, code]).toEqual([line, 4])
    expect(stderr).toContain(`${data} belongs to the user 12345`)
    expect(stderr).toContain(
      `Run: sudo -u '#12345' --preserve-env=CATALOG_SLOT_SECONDS catalog ${words.join(' ')}\n`,
    )
  }
  expect(await readdir(data)).toEqual(before)
})

test.skipIf(!isRoot)('root can serve its own database in a directory of another user', async () => {
  for (const name of await readdir(data)) await chown(join(data, name), 0, 0)
  expect(await runCli(['admin', 'license', 'list', '--data', data])).toMatchObject({ code: 0 })
})

test.skipIf(!isPublic)(
  'files of root keep a server from starting until they are given back',
  async () => {
    await chown(join(data, 'secret'), 0, 0)
    const words = ['admin', 'license', 'list', '--data', data]
    const refused = await runAsOther(...words)
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      expect.stringContaining(`The user 12345 may not use ${data}/secret, which belongs to root.`),
    ])
    const [, command = ''] = /As root, run: (.+)/.exec(String(refused.stderr)) ?? []
    execFileSync('sh', ['-c', command])
    expect(await runAsOther(...words)).toMatchObject({ exitCode: 0 })
    expect((await stat(join(data, 'catalog.sqlite'))).uid).toBe(OTHER.uid)
  },
)

test.skipIf(!isRoot)('doctor as root says what the user of the server may not use', async () => {
  const examine = async () => {
    const { stdout } = await runCli(['doctor', '--json', '--data', data])
    return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'owner')
  }
  expect(await examine()).toMatchObject({ state: 'ok' })
  await chown(join(data, 'secret'), 0, 0)
  expect(await examine()).toMatchObject({
    state: 'error',
    message: `The user 12345 may not use ${data}/secret, which belongs to root.`,
    hint: `As root, run: chown -R 12345 ${data}`,
  })
  for (const name of await readdir(data))
    if (name !== 'secret') expect((await stat(join(data, name))).uid).toBe(OTHER.uid)
})

test.skipIf(!isPublic)(
  'names the owner of a directory that another user may not open',
  async () => {
    await chown(data, 0, 0)
    await chown(join(data, 'catalog.sqlite'), 0, 0)
    const { exitCode, stderr } = await runAsOther('admin', 'user', 'list', '--data', data)
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('belongs to the user root')])
    expect(stderr).toContain(`chown -R USER ${data}`)
  },
)
