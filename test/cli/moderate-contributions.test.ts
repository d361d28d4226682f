import { expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { WORKPLACES } from '../support/workplaces.ts'

test.each(WORKPLACES)('lists, hides, shows and deletes comments %s', async (_place, open) => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const [ada, grace] = [
    await seed.user({ id: 11, username: 'ada' }),
    await seed.user({ id: 12, username: 'Grace Hopper' }),
  ]
  const image = await seed.image()
  const [first, second] = [
    await seed.comment(image, { commented_by: ada, text: 'Burned down.' }),
    await seed.comment(image, { commented_by: grace, text: 'Rebuilt.' }),
  ]
  const { env, options } = await open(server)
  const comment = async (words: string[], stdin = '') => {
    const { code, stdout } = await runCli(['comment', ...words, ...options, '--json', '--yes'], {
      env,
      stdin,
    })
    return { code, body: JSON.parse(stdout) }
  }
  const shown = async () =>
    (await server.get(`/api/v2/images/${image}/`)).comments.map(({ id }: { id: number }) => id)
  const row = { id: second, image, text: 'Rebuilt.', user: 'Grace Hopper', hidden: false }
  const created_at = expect.stringMatching(/Z$/)
  for (const user of ['Grace Hopper', '12'])
    expect((await comment(['list', '--user', user])).body).toEqual([{ ...row, created_at }])
  expect((await comment(['list', '--after', String(first)])).body).toMatchObject([{ id: second }])
  expect((await comment(['list', '--user', 'nosuch'])).code).toBe(5)
  expect((await comment(['hide', '-'], `${second}\n99\n`)).body).toEqual([
    { id: second, state: 'hidden', changed: true },
    { id: 99, state: 'absent', changed: false },
  ])
  expect((await comment(['hide', String(second)])).body).toMatchObject([{ changed: false }])
  expect(await shown()).toEqual([first])
  expect((await comment(['list', '--limit', '1', '--after', String(first)])).body).toEqual([
    { ...row, created_at, hidden: true },
  ])
  expect((await comment(['unhide', String(second)])).body).toEqual([
    { id: second, state: 'shown', changed: true },
  ])
  expect((await comment(['delete', String(first), '99', '--dry-run'])).body).toEqual([
    { id: first, state: 'would_delete' },
    { id: 99, state: 'absent' },
  ])
  expect((await shown()).toSorted()).toEqual([first, second])
  expect((await comment(['delete', String(first)])).body).toEqual([{ id: first, state: 'deleted' }])
  expect(await shown()).toEqual([second])
})

test.each(WORKPLACES)('deletes georeferences and validations %s', async (_place, open) => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const ada = await seed.user({ username: 'ada' })
  const image = await seed.image()
  const point = await seed.point(image, { user_id: ada })
  const area = await seed.area(await seed.image({ from_above: 1 }), { user_id: ada })
  const validation = await seed.validation({ image, point }, {})
  const { env, options } = await open(server)
  const run = async (...words: string[]) => {
    const { stdout } = await runCli([...words, ...options, '--json', '--yes'], { env })
    return JSON.parse(stdout)
  }
  expect(await run('validation', 'delete', String(validation), '99')).toEqual([
    { id: validation, state: 'deleted' },
    { id: 99, state: 'absent' },
  ])
  expect(await run('georeference', 'delete', String(point), '--dry-run')).toEqual([
    { id: point, state: 'would_delete' },
  ])
  await run('georeference', 'delete', String(area), '--from-above')
  expect((await server.get('/api/v2/from-above-georeferences/')).count).toBe(0)
  expect((await server.get('/api/v2/georeferences/')).count).toBe(1)
})
