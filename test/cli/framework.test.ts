import { expect, test } from 'vitest'
import { stubResponse } from '../support/stub-response.ts'
import { runCli } from '../support/test-cli.ts'

test.each([
  ['exit-code', 'exit-codes'],
  ['import stauts', 'status'],
  ['import repotr album.csv', 'report'],
  ['profile lsit', 'list'],
  ['admin usr', 'user'],
  ['admin user lst', 'list'],
])('suggests the nearest command for `catalog %s`', async (line, nearest) => {
  const words = line.split(' ')
  const { code, stdout, stderr } = await runCli(words)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('unknown command')
  expect(stderr).toContain(`Did you mean '${nearest}'?`)
})

test('lists the commands of a group after an unknown one', async () => {
  const unknown = await runCli(['license', 'frobnicate'])
  expect(unknown).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "catalog: unknown command 'frobnicate'.\nCommands: list, get, show, add, edit, remove, seed\n",
  })
  const { stdout } = await runCli(['image', 'shwo', '12', '--json'])
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'usage',
    message: "unknown command 'shwo'. Did you mean 'show'?",
    hint: expect.stringMatching(/^Commands: list, get, show, download, open, edit, /),
  })
})

test('suggests the nearest option for an unknown one', async () => {
  const { code, stderr } = await runCli(['import', 'album.csv', '--colection', '1'])
  expect(code).toBe(2)
  expect(stderr).toBe("catalog: unknown option '--colection'. Did you mean '--collection'?\n")
})

test('answers an unknown option with a usage error', async () => {
  const { code, stderr } = await runCli(['exit-codes', '--nosuch'])
  expect(code).toBe(2)
  expect(stderr).toContain("unknown option '--nosuch'")
})

test('answers a command without its verb with its help and a usage error', async () => {
  const { code, stdout, stderr } = await runCli([])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('Usage: catalog')
})

test.each([['--json'], ['-o', 'json'], ['--output=json']])(
  'prints an error as one JSON document with %s %s',
  async (...option) => {
    const { code, stdout, stderr } = await runCli(['nosuch', ...option])
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'usage', kind: 'invalid', message: "unknown command 'nosuch'." },
    })
  },
)

test('names the environment variable of an invalid value', async () => {
  const { code, stderr } = await runCli(['exit-codes'], { env: { CATALOG_OUTPUT: 'xml' } })
  expect(code).toBe(2)
  expect(stderr).toContain('CATALOG_OUTPUT: must be one of human, json')
})

test('prints results as a table on a terminal', async () => {
  const { stdout } = await runCli(['exit-codes'], { tty: true, columns: 40 })
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(/^CODE {2}NAME/)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
  expect(lines[1]).toContain('…')
})

test('prints tab-separated results with a header to a pipe', async () => {
  const { stdout } = await runCli(['exit-codes'])
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'code\tname\tmeaning',
    '0\tok\tsuccess, or nothing was left to do',
    '1\tinternal\tinternal error: a bug in the program',
  ])
})

test('--fields selects members in every format', async () => {
  const run = async (format: string) =>
    (await runCli(['--fields', 'name', 'exit-codes', '-o', format])).stdout.split('\n')[1]
  expect(await run('csv')).toBe('ok')
  expect(await run('tsv')).toBe('ok')
  expect(await run('ndjson')).toBe('{"name":"internal"}')
  expect((await runCli(['exit-codes', '-o', 'id'])).stdout.split('\n')[1]).toBe('1')
})

test.each([['whoami'], ['token'], ['logout']])('%s asks for an instance', async (command) => {
  const { code, stderr } = await runCli([command])
  expect(code).toBe(2)
  expect(stderr).toContain('--url: No instance is selected')
})

test.each([['token'], ['whoami']])('%s exits with 4 without a sign-in', async (command) => {
  const transport = () => Promise.reject(new Error('A request was sent.'))
  const words = [command, '--url', 'https://archive.example.org']
  const { code, stderr } = await runCli(words, { transport })
  expect(code).toBe(4)
  expect(stderr).toContain('You are not signed in to https://archive.example.org.')
  expect(stderr).toContain('Sign in with: catalog login')
})

test('logout exits with 4 without a sign-in, and does not advise to sign in', async () => {
  const { code, stderr } = await runCli(['logout', '--url', 'https://archive.example.org'])
  expect(code).toBe(4)
  expect(stderr).toBe('catalog: No tokens are stored for https://archive.example.org.\n')
})

test('exits with 8 and a message if nothing responds at the address', async () => {
  const env = { CATALOG_TOKEN: 'anything' }
  const { code, stderr } = await runCli(['whoami', '--url', 'http://127.0.0.1:1'], { env })
  expect(code).toBe(8)
  expect(stderr).toContain('http://127.0.0.1:1 refused the connection.')
})

test('reports a server that is not a catalog', async () => {
  const transport = () => stubResponse(200, '<html>')
  const env = { CATALOG_TOKEN: 'anything' }
  const words = ['whoami', '--url', 'http://127.0.0.1:1']
  const { code, stderr } = await runCli(words, { env, transport })
  expect(code).toBe(8)
  expect(stderr).toContain('Check that it is the address of a catalog')
})

test.each([['help'], ['help', 'exit-codes'], ['import', '--help']])(
  'exits with 0 for help on request: %s %s',
  async (...words) => {
    const { code, stdout } = await runCli(words)
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: catalog')
  },
)
