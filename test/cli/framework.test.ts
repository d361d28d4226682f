import { expect, test } from 'vitest'
import { stubAnswer } from '../support/stub-answer.ts'
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

test('suggests the nearest option for an unknown one', async () => {
  const { code, stderr } = await runCli(['import', 'album.csv', '--colection', '1'])
  expect(code).toBe(2)
  expect(stderr).toBe("catalog: unknown option '--colection'. Did you mean '--collection'?\n")
})

test('an unknown option is a usage error', async () => {
  const { code, stderr } = await runCli(['exit-codes', '--nosuch'])
  expect(code).toBe(2)
  expect(stderr).toContain("unknown option '--nosuch'")
})

test('a command without its verb shows its help and is a usage error', async () => {
  const { code, stdout, stderr } = await runCli([])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('Usage: catalog')
})

test.each([['--json'], ['-o', 'json'], ['--output=json']])(
  'with %s %s a failure is one JSON document on standard output',
  async (...option) => {
    const { code, stdout, stderr } = await runCli(['nosuch', ...option])
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'usage', kind: 'invalid', message: "unknown command 'nosuch'." },
    })
  },
)

test('a wrong value in the environment is refused with the name of the variable', async () => {
  const { code, stderr } = await runCli(['exit-codes'], { env: { CATALOG_OUTPUT: 'xml' } })
  expect(code).toBe(2)
  expect(stderr).toContain('CATALOG_OUTPUT: should be one of human, json')
})

test('results are a table on a terminal', async () => {
  const { stdout } = await runCli(['exit-codes'], { tty: true, columns: 40 })
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(/^CODE {2}NAME/)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
  expect(lines[1]).toContain('…')
})

test('results are tab-separated in a pipe, with a line of names', async () => {
  const { stdout } = await runCli(['exit-codes'])
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'code\tname\tmeaning',
    '0\tok\teverything asked for is done, or there was nothing left to do',
    '1\tinternal\ta defect of the program',
  ])
})

test('--fields chooses members in every format', async () => {
  const run = async (format: string) =>
    (await runCli(['--fields', 'name', 'exit-codes', '-o', format])).stdout.split('\n')[1]
  expect(await run('csv')).toBe('ok')
  expect(await run('tsv')).toBe('ok')
  expect(await run('ndjson')).toBe('{"name":"internal"}')
  expect((await runCli(['exit-codes', '-o', 'id'])).stdout.split('\n')[1]).toBe('1')
})

test.each([['whoami'], ['token'], ['logout']])(
  '%s without an instance asks for one',
  async (command) => {
    const { code, stderr } = await runCli([command])
    expect(code).toBe(2)
    expect(stderr).toContain('--url: is missing')
  },
)

test.each([['token'], ['logout']])('%s without having signed in ends with 4', async (command) => {
  const { code, stderr } = await runCli([command, '--url', 'https://archive.example.org'])
  expect(code).toBe(4)
  expect(stderr).toContain('You are not signed in to https://archive.example.org.')
  expect(stderr).toContain('Sign in with: catalog login')
})

test('an address where nothing answers is told in words and ends with 8', async () => {
  const { code, stderr } = await runCli(['whoami', '--url', 'http://127.0.0.1:1'])
  expect(code).toBe(8)
  expect(stderr).toContain('Nothing answers at http://127.0.0.1:1.')
})

test('a server that is no catalogue is told in words', async () => {
  const transport = () => stubAnswer(200, '<html>')
  const { code, stderr } = await runCli(['whoami', '--url', 'http://127.0.0.1:1'], { transport })
  expect(code).toBe(8)
  expect(stderr).toContain('Is it a catalogue?')
})

test.each([['help'], ['help', 'exit-codes'], ['import', '--help']])(
  'help that was asked for is no failure: %s %s',
  async (...words) => {
    const { code, stdout } = await runCli(words)
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: catalog')
  },
)
