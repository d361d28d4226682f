import { mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rotateKeyFile } from '../../../../src/core/auth/signing-key-file.ts'
import { openSigningKeys } from '../../../../src/core/auth/signing-keys.ts'
import { silentLog, type Logger } from '../../../../src/core/base/log.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { createTestLog } from '../../../support/test-log.ts'

const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'catalog-key-'))
const NO_SETTING = { databaseUrl: null, secret: null, previousSecret: null }
const DAY = 24 * 60 * 60

function openKeys(folder: { path: string }, clock = createTestClock(), log: Logger = silentLog) {
  return openSigningKeys(folder.path, NO_SETTING, { clock, log })
}

/** Rotates as the administrator does, with an overlap of a day. */
function rotate(folder: { path: string }, clock = createTestClock(), days = 1) {
  const now = clock.now()
  return rotateKeyFile(folder.path, { now, until: now + days * DAY * 1_000_000 })
}

test.each(['', '\n', 'short'])('rejects the weak secret %j', async (text) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secret'), text)
  await expect(openKeys(folder)).rejects.toThrow(/secret.*delete it/i)
  await expect(rotate(folder)).rejects.toThrow(/secret.*delete it/i)
  expect(await readFile(join(folder.path, 'secret'), 'utf8')).toBe(text)
})

test('creates the key once, readable for its owner only, without other files', async () => {
  await using folder = await temporaryFolder()
  const made = (await openKeys(folder)).current()
  expect((await openKeys(folder)).current()).toEqual(made)
  expect(await readdir(folder.path)).toEqual(['secret'])
  expect((await stat(join(folder.path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('processes that create the key concurrently get the same one', async () => {
  await using folder = await temporaryFolder()
  const opened = await Promise.all(Array.from({ length: 8 }, () => openKeys(folder)))
  expect(new Set(opened.map((keys) => keys.current().toString('hex'))).size).toBe(1)
  expect((await readFile(join(folder.path, 'secret'), 'utf8')).length).toBe(43)
})

test('ignores a line break at the end of the file', async () => {
  await using folder = await temporaryFolder()
  const made = (await openKeys(folder)).current()
  const text = await readFile(join(folder.path, 'secret'), 'utf8')
  await writeFile(join(folder.path, 'secret'), `${text}\r\n`)
  expect((await openKeys(folder)).valid()).toEqual([made])
})

test('uses secrets from the settings instead, and writes none', async () => {
  await using folder = await temporaryFolder()
  const setting = {
    databaseUrl: null,
    secret: 'a secret of the administrator',
    previousSecret: null,
  }
  const before = await openSigningKeys(folder.path, setting, {
    clock: createTestClock(),
    log: silentLog,
  })
  expect(before.current()).toHaveLength(32)
  const changed = { databaseUrl: null, secret: 'another secret', previousSecret: setting.secret }
  const after = await openSigningKeys(folder.path, changed, {
    clock: createTestClock(),
    log: silentLog,
  })
  expect(after.valid()).toEqual([after.current(), before.current()])
  expect(after.current()).not.toEqual(before.current())
  expect(await readdir(folder.path)).toEqual([])
})

test('applies a rotation at once, and accepts each older key until it expires', async () => {
  await using folder = await temporaryFolder()
  const clock = createTestClock()
  const keys = await openKeys(folder, clock)
  const first = keys.current()
  await rotate(folder, clock, 3)
  const second = keys.current()
  expect(keys.valid()).toEqual([second, first])
  clock.advance(DAY)
  await rotate(folder, clock, 3)
  const third = keys.current()
  expect(keys.valid()).toEqual([third, second, first])
  expect((await openKeys(folder, clock)).valid()).toEqual([third, second, first])
  clock.advance(2 * DAY)
  expect(keys.valid()).toEqual([third, second])
  await rotate(folder, clock, 3)
  expect((await readFile(join(folder.path, 'secret'), 'utf8')).trim().split('\n')).toHaveLength(3)
  expect((await stat(join(folder.path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a rotation without overlap invalidates all older keys', async () => {
  await using folder = await temporaryFolder()
  const clock = createTestClock()
  const keys = await openKeys(folder, clock)
  await rotate(folder, clock)
  await rotate(folder, clock, 0)
  expect(keys.valid()).toEqual([keys.current()])
})

test('uses no key while the file is damaged or missing, and logs that once', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'secret')
  const { log, lines } = createTestLog()
  const keys = await openKeys(folder, createTestClock(), log)
  const key = keys.current()
  const text = await readFile(path, 'utf8')
  for (const damage of [() => writeFile(path, 'cut'), () => rm(path)]) {
    await damage()
    for (const use of [() => keys.valid(), () => keys.current(), () => keys.valid()])
      expect(use).toThrow('cannot read its signing key')
    await writeFile(path, text)
    expect(keys.valid()).toEqual([key])
  }
  const once = [/signing key cannot be read/, /signing key can be read again/]
  expect(lines).toEqual([...once, ...once].map((line) => expect.stringMatching(line)))
})

test('ignores lines of the file without a key', async () => {
  await using folder = await temporaryFolder()
  const keys = await openKeys(folder)
  const [key] = keys.valid()
  const text = await readFile(join(folder.path, 'secret'), 'utf8')
  await writeFile(join(folder.path, 'secret'), `${text}\n\nnonsense\nold not-a-time\n`)
  expect((await openKeys(folder)).valid()).toEqual([key])
})
