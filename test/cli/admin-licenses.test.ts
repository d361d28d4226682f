import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

async function admin(...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: JSON.parse(result.stdout) }
}

const actionsOf = async (object: string): Promise<string[]> => {
  const { body } = await admin('audit', 'list', '--object', object)
  return body.map(({ action }: { action: string }) => action)
}

test('changes a license for the images that have it', async () => {
  await admin('license', 'add', 'House rules')
  const { id } = (await admin('license', 'list')).body[0]
  const image = await seed.image({ license_id: id })
  const words = ['license', 'edit', 'house RULES', '--name', 'house', '--display-name', 'Ours']
  const { code, body } = await admin(...words)
  expect([code, body]).toEqual([0, { id, name: 'house', display_name: 'Ours', permalink: '' }])
  const { license } = await server.get(`/api/v2/images/${image}/`)
  expect(license).toMatchObject({ name: 'house', display_name: 'Ours' })
  expect(await actionsOf(`license/${id}`)).toEqual(['license.edit', 'license.create'])
})

test('removes a license that no image has, after asking', async () => {
  await admin('license', 'add', 'Spare')
  const { id } = (await admin('license', 'list')).body.find(
    ({ name }: { name: string }) => name === 'Spare',
  )
  const image = await seed.image({ license_id: id })
  const remove = (...options: string[]) => admin('license', 'remove', 'spare', ...options)
  expect((await remove()).body.error.message).toContain('requires --yes')
  for (const option of ['--yes', '--dry-run']) {
    const { code, body } = await remove(option)
    expect([code, body.error.message]).toEqual([9, 'The license is in use by 1 image.'])
  }
  await seed.change(image, { license_id: null })
  expect((await remove('--dry-run')).body).toEqual({ id, name: 'Spare', state: 'would_remove' })
  expect((await remove('--yes')).body.state).toBe('removed')
  expect((await remove('--yes')).code).toBe(5)
  expect((await server.fetch(`/api/v2/licenses/${id}/`)).status).toBe(404)
  expect(await actionsOf(`license/${id}`)).toEqual(['license.remove', 'license.create'])
})

test('records each license of a seed once', async () => {
  const { body } = await admin('license', 'seed')
  await admin('license', 'seed')
  const added = await admin('audit', 'list', '--action', 'license.create')
  expect(added.body.length).toBeGreaterThanOrEqual(body.length)
  expect(await actionsOf(`license/${body[0].id}`)).toEqual(['license.create'])
})

test.each([
  ['a name that another license has', ['edit', 'Taken', '--name', 'OTHER'], 9, 'already exists'],
  ['a bad address', ['edit', 'Taken', '--permalink', 'x'], 2, 'valid URL'],
  ['an edit of nothing', ['edit', 'Taken'], 2, 'requires --name'],
  ['an unknown license', ['edit', 'Nothing', '--name', 'x'], 5, 'Nothing'],
])('rejects %s', async (_what, words, exitCode, sentence) => {
  for (const name of ['Taken', 'Other']) await admin('license', 'add', name)
  const { code, body } = await admin('license', ...words)
  expect([code, body.error.message]).toEqual([exitCode, expect.stringContaining(sentence)])
})

test('a moderator manages licenses from another machine', async () => {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['moderate'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
  const run = async (...words: string[]) => {
    const { code, stdout } = await runCli(['license', ...words, '--json'], { env })
    return { code, body: JSON.parse(stdout) }
  }
  const { body } = await run('add', 'Remote')
  expect(body).toMatchObject({ name: 'Remote', display_name: 'Remote', permalink: '' })
  expect((await run('edit', 'remote', '--display-name', 'From afar')).body).toEqual({
    ...body,
    display_name: 'From afar',
  })
  expect((await run('add', 'REMOTE')).code).toBe(9)
  const image = await seed.image({ license_id: body.id })
  expect((await run('remove', 'Remote', '--dry-run')).code).toBe(9)
  await seed.change(image, { license_id: null })
  expect((await run('remove', 'Remote', '--dry-run')).body.state).toBe('would_remove')
  expect((await run('remove', 'Remote', '--yes')).body.state).toBe('removed')
  expect((await run('get', 'Remote')).code).toBe(5)
  const contributor = await issueToken(server, { scopes: ['contribute'] })
  const refused = await runCli(['license', 'add', 'Mine'], {
    env: { ...env, CATALOG_TOKEN: contributor },
  })
  expect(refused.code).toBe(4)
})
