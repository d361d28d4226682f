import { expect, test } from 'vitest'
import { createCliUser } from '../support/cli-user.ts'
import { startTestServer } from '../support/test-server.ts'

test.each([
  ['an unknown profile', ['whoami', '--profile', 'nosuch'], 5, 'No profile is named "nosuch"'],
  ['two instances at once', ['whoami', '--profile', 'a', '--url', 'b'], 2, 'cannot be used with'],
  ['a name with blanks', ['login', 'https://a.example', '--profile', 'my museum'], 2, '--profile'],
])('rejects %s', async (_, argv, exitCode, words) => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  const { code, stderr } = await ada.run(argv)
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(words)])
})

test('rejects the name of another instance before it opens the browser', async () => {
  await using museum = await startTestServer()
  await using ada = await createCliUser(museum)
  await ada.login(['--profile', 'museum'])
  const { code, stderr } = await ada.run(['login', 'http://127.0.0.1:1', '--profile', 'museum'])
  expect(code).toBe(9)
  expect(stderr).toContain(`The profile name "museum" is already used for ${museum.baseUrl}.`)
})

test('commands use the instance of the last sign-in, or the given one', async () => {
  await using museum = await startTestServer()
  await using archive = await startTestServer()
  await using ada = await createCliUser(museum)
  await using atArchive = await createCliUser(archive)
  await ada.login(['--profile', 'museum'])
  await ada.login([], { url: archive.baseUrl, browser: atArchive.browser })

  const urlOf = async (argv: string[], env: NodeJS.ProcessEnv = {}) =>
    JSON.parse((await ada.run(['whoami', '--json', ...argv], { env })).stdout).url
  expect(await urlOf([])).toBe(archive.baseUrl)
  expect(await urlOf(['--profile', 'museum'])).toBe(museum.baseUrl)
  expect(await urlOf([], { CATALOG_PROFILE: 'museum' })).toBe(museum.baseUrl)
  expect(await urlOf(['--url', archive.baseUrl], { CATALOG_PROFILE: 'museum' })).toBe(
    archive.baseUrl,
  )

  expect((await ada.run(['profile', 'use', 'museum'])).code).toBe(0)
  expect(await urlOf([])).toBe(museum.baseUrl)
  const { stdout } = await ada.run(['profile', 'list', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([
    { name: new URL(archive.baseUrl).host, url: archive.baseUrl, current: false },
    { name: 'museum', url: museum.baseUrl, username: 'Ada', current: true },
  ])
})

test('removing a profile signs out and deletes it', async () => {
  await using museum = await startTestServer()
  await using ada = await createCliUser(museum)
  await ada.login(['--profile', 'museum'])
  const { access_token } = (await ada.readCredentials()).instances[museum.baseUrl].tokens
  expect((await ada.run(['profile', 'remove', 'museum'])).code).toBe(0)
  const env = { CATALOG_TOKEN: access_token, CATALOG_URL: museum.baseUrl }
  expect((await ada.run(['whoami'], { env })).code).toBe(4)
  expect(await ada.readCredentials()).toEqual({ version: 1, instances: {} })
})

test('signing out can keep the tokens valid for another machine', async () => {
  await using museum = await startTestServer()
  await using ada = await createCliUser(museum)
  await ada.login()
  const { access_token } = (await ada.readCredentials()).instances[museum.baseUrl].tokens
  expect((await ada.run(['logout', '--keep-grant'])).code).toBe(0)
  expect((await ada.run(['whoami'])).code).toBe(4)
  const env = { CATALOG_TOKEN: access_token, CATALOG_URL: museum.baseUrl }
  expect((await ada.run(['whoami'], { env })).code).toBe(0)
})
