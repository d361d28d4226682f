import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check-result.ts'
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
    const sentence = `The user 12345 may not use ${data}/secret, which belongs to root.`
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining(sentence)])
    const { exitCode, stderr } = await runAsOther('admin', 'backup', 'create', '--data', data)
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining(sentence)])
    const [, command = ''] = /As root, run: (.+)/.exec(String(refused.stderr)) ?? []
    execFileSync('sh', ['-c', command])
    expect(await runAsOther(...words)).toMatchObject({ exitCode: 0 })
    expect((await stat(join(data, 'catalog.sqlite'))).uid).toBe(OTHER.uid)
  },
)

test.skipIf(!isPublic).each([
  ['secret', 0o000],
  ['catalog.sqlite', 0o400],
  ['objects', 0o500],
])('says which permissions are missing if its owner may not use %s', async (name, mode) => {
  await mkdir(join(data, 'objects'))
  await chown(join(data, 'objects'), OTHER.uid, OTHER.gid)
  await chmod(join(data, name), mode)
  const words = ['admin', 'license', 'list', '--data', data]
  const { exitCode, stderr } = await runAsOther(...words)
  const sentence = `The user 12345 has no permission for ${data}/${name}.`
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining(sentence)])
  const [, command = ''] = /Run: (chmod .+)/.exec(String(stderr)) ?? []
  execFileSync('sh', ['-c', command], OTHER)
  expect(await runAsOther(...words)).toMatchObject({ exitCode: 0 })
})

test.skipIf(!isPublic)('says that permissions of the data directory are missing', async () => {
  const diagnose = async () => {
    const { stdout } = await runAsOther('doctor', '--json', '--data', data)
    return (JSON.parse(String(stdout)) as CheckResult[]).filter(({ state }) => state === 'error')
  }
  await chmod(data, 0o500)
  const refused = await runAsOther('serve', '--port', '0', '--data', data)
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining(`Run chmod u+rwx ${data}, or name another with --data.`),
  ])
  const hint = `Run chmod u+rwx ${data}.`
  expect(await diagnose()).toContainEqual(expect.objectContaining({ check: 'data', hint }))
  await chmod(data, 0o000)
  const { exitCode, stderr } = await runAsOther('admin', 'user', 'list', '--data', data)
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining(hint)])
  expect(await diagnose()).toContainEqual(expect.objectContaining({ check: 'data', hint }))
})

test.skipIf(!isPublic)('asks for the disk of an empty folder of root', async () => {
  await mkdir(join(data, 'objects'))
  const { exitCode, stderr } = await runAsOther('admin', 'user', 'list', '--data', data)
  expect([exitCode, stderr]).toEqual([
    4,
    expect.stringContaining(`Mount the disk of ${data}/objects. If it has none: As root, run: `),
  ])
  const empty = join(data, 'objects')
  const served = await runAsOther('serve', '--port', '0', '--data', empty)
  expect([served.exitCode, served.stderr]).toEqual([
    2,
    expect.stringContaining('If its disk is missing, mount it.'),
  ])
  const missing = await runAsOther('admin', 'user', 'list', '--data', empty)
  expect(missing.stderr).toContain('Mount its disk if it is missing')
})

test.skipIf(!isPublic)('doctor takes no file without permissions for a damaged one', async () => {
  for (const name of ['catalog.sqlite', 'secret']) await chmod(join(data, name), 0o000)
  const { exitCode, stdout } = await runAsOther('doctor', '--json', '--data', data)
  expect(exitCode).toBe(11)
  expect(stdout).toContain('catalog.sqlite cannot be written')
  expect(stdout).not.toMatch(/damaged|backup/)
})

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
