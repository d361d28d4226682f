import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Cli } from '../../../../src/cli/cli.ts'
import { createGlobals, type GlobalOptions } from '../../../../src/cli/options/globals.ts'
import { startProgress } from '../../../../src/cli/terminal/progress.ts'

/** Moves the cursor to the start of the line and clears the line. */
const ERASE_LINE = '\u001b[1G\u001b[2K'

/**
 * Returns what is written to standard error while half of 400 images are reported, 10 MB each, at one a second,
 * with a message in between.
 */
async function written(
  progress: GlobalOptions['progress'],
  { columns = 80, unit = 1e7 } = {},
): Promise<string> {
  const chunks: string[] = []
  const stream = new Writable({ write: keepIn(chunks) })
  const stderr = Object.assign(stream, { isTTY: true, columns })
  let now = 0
  const clock = { now: () => now }
  const cli = { stderr, env: {}, clock, globals: { ...createGlobals(), progress } }
  {
    using shown = await startProgress(cli as unknown as Cli, {
      unit: 'images',
      count: 400,
      bytes: 400 * unit,
    })
    for (let image = 0; image < 200; image += 1) {
      now += 1_000_000
      shown.addBytes(unit)
      shown.addDone()
    }
    shown.log('Finishing.')
  }
  return chunks.join('')
}

test('prints messages above the bar, which leaves no trace at the end', async () => {
  const [before = '', after = ''] = (await written('bar')).split('Finishing.\n')
  expect(before.endsWith(ERASE_LINE)).toBe(true)
  expect(after).toContain('50%  200/400 images  2.0 GB of 4.0 GB  10.0 MB/s  3 min left')
  expect(after.endsWith(ERASE_LINE)).toBe(true)
})

test.each([
  [80, 1e7],
  [80, 987_654_321],
  [200, 1e7],
  [40, 987_654_321],
])('the bar fits %i columns', async (columns, unit) => {
  const output = await written('bar', { columns, unit })
  const bars = output.split('\u001b').flatMap((part) => /[█░ ]*\d+%.*/.exec(part) ?? [])
  expect(bars.length).toBeGreaterThan(0)
  expect(Math.max(...bars.map((bar) => bar.length))).toBeLessThanOrEqual(columns)
})

test('prints lines and final counts without a bar, and nothing if quiet', async () => {
  expect(await written('lines')).toBe(
    'Finishing.\n200 of 400 images, 2.0 GB of 4.0 GB, 10.0 MB/s, 3 min left\n',
  )
  expect(await written('none')).toBe('Finishing.\n')
})

test('does not count failed items and bytes as done', async () => {
  const chunks: string[] = []
  const stderr = new Writable({ write: keepIn(chunks) })
  const globals = { ...createGlobals(), progress: 'lines' }
  const cli = { stderr, env: {}, clock: { now: () => 0 }, globals } as unknown as Cli
  {
    using shown = await startProgress(cli, { unit: 'images', count: 3, bytes: 300 })
    for (const bytes of [100, -100, 100, 100]) shown.addBytes(bytes)
    shown.addDone()
    shown.addDone()
    shown.addFailed()
    shown.reduceTotal(100)
  }
  expect(chunks.join('')).toBe('2 of 3 images, 1 failed, 200 B of 200 B\n')
})

test('prints one JSON object per line for programs', async () => {
  const lines = (await written('json')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { type: 'message', schema: 'catalog.message/1', text: 'Finishing.' },
    {
      type: 'progress',
      schema: 'catalog.progress/1',
      unit: 'images',
      done: 200,
      failed: 0,
      total: 400,
      bytes: 2e9,
      total_bytes: 4e9,
      bytes_per_second: 1e7,
      seconds_left: 200,
    },
  ])
})

test('restores the cursor on an immediate stop', async () => {
  const before = process.listenerCount('exit')
  const chunks: string[] = []
  const stderr = Object.assign(new Writable({ write: keepIn(chunks) }), { isTTY: true })
  const globals = { ...createGlobals(), progress: 'bar' }
  const cli = { stderr, env: {}, clock: { now: () => 0 }, globals } as unknown as Cli
  {
    using _shown = await startProgress(cli, { unit: 'images', count: 1, bytes: 1 })
    expect(chunks.join('')).not.toContain(SHOW_CURSOR)
    process.listeners('exit').at(-1)?.(130)
    expect(chunks.join('')).toContain(SHOW_CURSOR)
  }
  expect(process.listenerCount('exit')).toBe(before)
})

const SHOW_CURSOR = '\u001b[?25h'

function keepIn(chunks: string[]) {
  return (chunk: Buffer, _encoding: string, done: () => void): void => {
    chunks.push(chunk.toString())
    done()
  }
}
