import { afterAll, describe, expect, test } from 'vitest'
import { stubResponse } from '../support/stub-response.ts'
import { issueToken } from '../support/tokens.ts'
import { openReadingScene } from '../support/reading-scene.ts'
import { runCli } from '../support/test-cli.ts'
import { startTranscript } from '../support/transcript.ts'

const scene = await openReadingScene()
afterAll(() => scene[Symbol.asyncDispose]())
const { run, server, images } = scene

const STORIES: Record<string, readonly string[]> = {
  'read-lists': [
    'source list',
    'source list --slug city-museum --json',
    'source get town-archive',
    'source get 99',
    'collection list --source town-archive -o csv',
    'collection get maps',
    'collection get city-museum/maps --json',
    'image list --collection town-archive/maps --ordering title --limit 2',
    'image list --year-min 1903 --ordering -title -o id',
    'image list --year-min soon',
    'image list --ordering tilte',
    'image get 1',
    'image get one',
    'subject list',
    'subject get town-hall',
    'license list',
    'license get cc-by-4.0 --json',
    'license get nosuch --json',
    'user list',
    'user get 1201',
  ],
}

test.each(Object.keys(STORIES))('the output of %s matches the golden file', async (name) => {
  const transcript = startTranscript({ 'https://catalog.example.org': server.baseUrl })
  for (const line of STORIES[name]!) {
    const argv = line.split(' ')
    const tty = !argv.includes('--json') && !argv.includes('-o')
    transcript.add(argv, await run(argv, { tty, columns: 80, errorColumns: 500 }))
  }
  await transcript.compare(name)
  expect.assertions(1)
})

test('streams a list page by page, with one header', async () => {
  const { stdout } = await run(['image', 'list', '--all', '--page-size', '1', '-o', 'csv'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(images.length + 1)
})

test('shows importers what the public cannot see', async () => {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['read', 'import'] })
  const list = async (env = {}) =>
    (await run(['source', 'list', '--fields', 'slug'], { env })).stdout
  expect(await list()).not.toContain('attic')
  expect(await list({ CATALOG_TOKEN })).toContain('attic')
})

describe('a list that changes while it is read', () => {
  /** Answers each request with the next of these pages, or with 404 in place of null. */
  const readChanging = async (pages: (number[] | null)[], counts: number[]) => {
    let at = 0
    const words = ['image', 'list', '--all', '-o', 'id', '--url', 'https://archive.example']
    return runCli(words, {
      transport: ({ url }) => {
        const ids = pages[at]
        const count = counts[at]
        at += 1
        if (!ids) return stubResponse(404, '{"detail":"Invalid page."}')
        const number = Number(new URL(url).searchParams.get('page'))
        const next = number * 2 < count! ? 'https://elsewhere.example/?page=9' : null
        const results = ids.map((id) => ({ id }))
        return stubResponse(200, JSON.stringify({ count, next, previous: null, results }))
      },
    })
  }
  const idsOf = (stdout: string) => stdout.split('\n').filter(Boolean).map(Number)

  test('prints no object twice after an insertion', async () => {
    const { stdout } = await readChanging(
      [[5, 4], [4, 3], [2], [6, 5], [4, 3], [2]],
      [4, 5, 5, 5, 5, 5],
    )
    expect(idsOf(stdout)).toEqual([5, 4, 3, 2, 6])
  })

  test('misses no object after a removal', async () => {
    const { stdout, stderr } = await readChanging(
      [
        [5, 4],
        [2, 1],
        [5, 3],
        [2, 1],
      ],
      [5, 4, 4, 4],
    )
    expect(idsOf(stdout)).toEqual([5, 4, 2, 1, 3])
    expect(stderr).toBe('5 images.\n')
  })

  test('accepts that the last page disappeared', async () => {
    const { code, stdout } = await readChanging([[3, 2], null, [3, 2]], [3, 2, 2])
    expect([code, idsOf(stdout)]).toEqual([0, [3, 2]])
  })

  test('says so if it never settles', async () => {
    const walk = [[3, 2], [1]]
    const { stdout, stderr } = await readChanging(
      Array.from({ length: 4 }, () => walk).flat(),
      Array.from({ length: 4 }, () => [3, 4]).flat(),
    )
    expect(idsOf(stdout)).toEqual([3, 2, 1])
    expect(stderr).toContain('The list kept changing while it was read')
  })
})
