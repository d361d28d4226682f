import { expect, test } from 'vitest'
import type { Keyring } from '../../src/cli/login/keyring.ts'
import { createCliUser } from '../support/cli-user.ts'
import { startTestServer } from '../support/test-server.ts'

function memoryKeyring(): Keyring & { held: Map<string, string>; locked: boolean } {
  const held = new Map<string, string>()
  const answer = async <T>(value: () => T): Promise<T> => {
    if (keyring.locked) throw new Error('it is locked')
    return value()
  }
  const keyring = {
    held,
    locked: false,
    get: (name: string) => answer(() => held.get(name) ?? null),
    set: (name: string, secret: string) => answer(() => void held.set(name, secret)),
    delete: (name: string) => answer(() => void held.delete(name)),
  }
  return keyring
}

test('tests the keyring before it opens the browser', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  const { code, stderr } = await ada.login(['--credential-store', 'keyring'], {
    openBrowser: () => Promise.reject(new Error('too early')),
  })
  expect(code).toBe(8)
  expect(stderr).toContain('The system keyring is unavailable: no Secret Service.')
  expect(stderr).toContain('--credential-store file')
})

test('keeps tokens in the keyring only, renews them there, and deletes them at sign-out', async () => {
  await using server = await startTestServer()
  const keyring = memoryKeyring()
  await using ada = await createCliUser(server, { keyring })
  expect((await ada.login(['--credential-store', 'keyring'])).code).toBe(0)
  expect(JSON.stringify(await ada.readCredentials())).not.toMatch(/cat_[ar]t_/)
  const who = await ada.run(['whoami', '--json'])
  expect(JSON.parse(who.stdout)).toMatchObject({ username: 'Ada', token_from: 'keyring' })

  const before = keyring.held.get(server.baseUrl)
  const later = { now: () => Date.now() * 1000 + 5 * 3600 * 1_000_000 }
  const { stdout } = await ada.run(['token', '--min-valid', '8h'], { clock: later })
  expect(keyring.held.get(server.baseUrl)).not.toBe(before)
  expect(keyring.held.get(server.baseUrl)).toContain(stdout.trim())

  expect((await ada.run(['logout'])).code).toBe(0)
  expect(keyring.held.size).toBe(0)
})

test('the next sign-in uses the same store by default', async () => {
  await using server = await startTestServer()
  const keyring = memoryKeyring()
  await using ada = await createCliUser(server, { keyring })
  await ada.login(['--credential-store', 'keyring'])
  await ada.run(['logout'])
  await ada.login()
  expect(keyring.held.size).toBe(1)
  await ada.login(['--credential-store', 'file'])
  expect(keyring.held.size).toBe(0)
  expect((await ada.readCredentials()).instances[server.baseUrl].tokens.access_token).toMatch(
    /^cat_at_/,
  )
})

test('reports a locked keyring, and signs out all the same', async () => {
  await using server = await startTestServer()
  const keyring = memoryKeyring()
  await using ada = await createCliUser(server, { keyring })
  await ada.login(['--credential-store', 'keyring'])
  keyring.locked = true
  const { code, stderr } = await ada.run(['whoami'])
  expect([code, stderr]).toEqual([8, expect.stringContaining('it is locked')])
  const logout = await ada.run(['logout'])
  expect([logout.code, logout.stderr]).toEqual([
    0,
    expect.stringContaining('could not revoke them'),
  ])
  expect((await ada.run(['whoami'])).code).toBe(4)
})
