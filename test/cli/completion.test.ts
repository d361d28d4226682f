import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { stubResponse } from '../support/stub-response.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { createTestClock } from '../support/test-clock.ts'

async function complete(words: string[], options: TestCliOptions = {}): Promise<string[]> {
  const { code, stdout, stderr } = await runCli(['completion', 'bash', '--', ...words], options)
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

test.each([
  [['ima'], ['image']],
  [
    ['flag', ''],
    ['list', 'resolve', 'reopen', 'hide', 'help'],
  ],
  [['--url', 'https://archive.example', 'image', 'o'], ['open']],
  [['image', 'list', '--ge'], ['--georeferenced']],
  [
    ['image', 'list', '--georeferenced', ''],
    ['true', 'false'],
  ],
  [['image', 'download', '--what', 'p'], ['permalink']],
  [['image', 'list', '--outp'], ['--output']],
  [['-o', 'n'], ['ndjson']],
  [['import', 'album.csv', '--conc'], ['--concurrency']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['import', 'run', ''], []],
  [['image', 'list', '--', '--ge'], []],
])('completes %j', async (words, expected) => {
  expect(await complete(words)).toEqual(expected)
})

test('completes slugs from the instance, and keeps them for five minutes', async () => {
  await using cache = await mkdtempDisposable(`${tmpdir()}/catalog-cache-`)
  const clock = createTestClock()
  let requests = 0
  let isDown = false
  const options: TestCliOptions = {
    clock,
    env: { CATALOG_CACHE_DIR: cache.path, CATALOG_URL: 'https://archive.example' },
    transport: () => {
      requests += 1
      if (isDown) return Promise.reject(new Error('down'))
      const results = [
        { slug: 'town-archive', name: 'Town archive' },
        { slug: 'attic', name: 'Attic' },
      ]
      return stubResponse(200, JSON.stringify({ results }))
    },
  }
  expect(await complete(['image', 'list', '--source', ''], options)).toEqual([
    'town-archive',
    'attic',
  ])
  expect(await complete(['source', 'get', 't'], options)).toEqual(['town-archive'])
  expect(requests).toBe(1)
  clock.advance(301)
  isDown = true
  expect(await complete(['source', 'get', 't'], options)).toEqual(['town-archive'])
  expect(requests).toBe(2)
})

test('completes no slug that a shell could misread', async () => {
  await using cache = await mkdtempDisposable(`${tmpdir()}/catalog-cache-`)
  const env = { CATALOG_CACHE_DIR: cache.path, CATALOG_URL: 'https://archive.example' }
  const transport = () => stubResponse(200, JSON.stringify({ results: [{ slug: '$(reboot)' }] }))
  expect(await complete(['source', 'get', ''], { env, transport })).toEqual([])
})
