import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COMMON_LICENSES } from '../../src/core/model/common-licenses.ts'
import { textIndexPath } from '../../src/core/storage/disk/data-folder.ts'
import { takeServeLock } from '../../src/core/database/locks.ts'
import { runCli } from '../support/test-cli.ts'

const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-init-'))
afterAll(() => folder[Symbol.asyncDispose]())
const data = join(folder.path, 'new', 'data')

const admin = (...words: string[]) =>
  runCli(['admin', ...words, '--json'], { env: { CATALOG_DATA: data } })

async function read(...words: string[]) {
  const { code, stdout, stderr } = await admin(...words)
  expect([code, stdout === '' ? stderr : '']).toEqual([0, ''])
  return JSON.parse(stdout)
}

test('creates nothing if an option is wrong', async () => {
  for (const words of [
    ['--osm-id', '5'],
    ['--site-name', ' '],
    ['--staff', 'a\u202eb'],
  ]) {
    const { code } = await admin('init', ...words)
    expect([code, words]).toEqual([2, words])
    expect(existsSync(data)).toBe(false)
  }
})

test('creates a catalog, and completes it when run again', async () => {
  expect(await read('init', '--site-name', 'Old Town')).toEqual({
    data,
    created: true,
    licenses_added: COMMON_LICENSES.length,
    staff: null,
  })
  expect(existsSync(join(data, 'secret'))).toBe(true)
  await read('license', 'remove', 'CC0-1.0', '--yes')
  for (let run = 0; run < 2; run += 1) {
    expect(await read('init', '--staff', 'Ada')).toEqual({
      data,
      created: false,
      licenses_added: 0,
      staff: 'invited',
    })
  }
  expect(await read('setting', 'get', 'site_name')).toMatchObject({ value: 'Old Town' })
  expect(await read('init', '--staff', 'Ada', '--osm-id', '7')).toMatchObject({ staff: 'staff' })
})

test('shows that the database is up to date, and migrates only while no server runs', async () => {
  expect(await read('migrate', 'status')).toMatchObject({ pending: [] })
  expect(await read('migrate', 'up')).toMatchObject({ applied: [], copy: null })
  using _lock = takeServeLock(data)
  expect(await read('migrate', 'status')).toMatchObject({ pending: [] })
  expect(await admin('migrate', 'up')).toMatchObject({
    code: 9,
    stdout: expect.stringContaining('server is running'),
  })
})

test('drops the text index only while no server runs that would save it again', async () => {
  const file = textIndexPath(data)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'index')
  expect((await admin('reprocess', 'textindex', '--image', '1')).code).toBe(2)
  {
    using _lock = takeServeLock(data)
    expect((await admin('reprocess', 'textindex', '--all')).code).toBe(9)
  }
  expect(existsSync(file)).toBe(true)
  expect(await read('reprocess', 'textindex', '--all')).toEqual({ dropped: true })
  expect(await read('reprocess', 'textindex', '--all')).toEqual({ dropped: false })
  const { stdout } = await admin('audit', 'list', '--action', 'job.reprocess')
  expect(stdout.match(/textindex/g)).toHaveLength(1)
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['collection', 'hide', ''],
  ['source', 'publish', 'city', ' '],
  ['image', 'delete', '', '--yes'],
  ['subject', 'add', ''],
])('rejects a blank argument: %s %s', async (...words) => {
  expect(await admin(...words)).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('argument is blank'),
  })
})

test('explains in words why a file cannot be read', async () => {
  for (const [path, reason] of [
    [join(data, 'nosuch.csv'), 'no such file'],
    [data, 'it is a folder'],
  ] as const) {
    const { code, stdout } = await admin('subject', 'import', path)
    expect([code, stdout]).toEqual([5, expect.stringContaining(`${path}: ${reason}.`)])
  }
})
