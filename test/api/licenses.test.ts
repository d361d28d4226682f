import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'
import { createSeed } from '../support/seed.ts'

test('lists all licenses by name, without pages', async () => {
  await using server = await startTestServer()
  for (const name of ['pdm', 'cc-by']) await createSeed(server).license({ name })
  expect(await server.get('/api/v2/licenses/')).toEqual([
    { id: 2, name: 'cc-by', display_name: 'CC-BY', permalink: '' },
    { id: 1, name: 'pdm', display_name: 'PDM', permalink: '' },
  ])
})

test('refuses a second server on the same data directory', async () => {
  await using server = await startTestServer()
  await expect(startTestServer({ data: server.data })).rejects.toThrow(/Another server is running/)
})
