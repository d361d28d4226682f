import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Cli } from '../../../src/cli/cli.ts'
import { defaultGlobals } from '../../../src/cli/globals.ts'
import { startProgress } from '../../../src/cli/progress.ts'

/** What a terminal does to forget the line that the cursor stands on. */
const ERASE_LINE = '\u001b[1G\u001b[2K'

/** What is written on a terminal's standard error while half of two images is reported, with a word in between. */
async function written(progress: 'bar' | 'lines' | 'none'): Promise<string> {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString())
      done()
    },
  })
  const stderr = Object.assign(stream, { isTTY: true, columns: 80 })
  const cli = { stderr, env: {}, globals: { ...defaultGlobals(), progress } }
  {
    using shown = await startProgress(cli as unknown as Cli, {
      unit: 'images',
      count: 2,
      bytes: 4e9,
    })
    shown.bytes(2e9)
    shown.done()
    shown.say('Finishing.')
  }
  return chunks.join('')
}

test('what is said in between takes the place of the bar, which goes on below and leaves no trace', async () => {
  const [before = '', after = ''] = (await written('bar')).split('Finishing.\n')
  expect(before.endsWith(ERASE_LINE)).toBe(true)
  expect(after).toContain('50%  1/2 images  2000.0 MB of 4000.0 MB')
  expect(after.endsWith(ERASE_LINE)).toBe(true)
})

test('the bar and its numbers fit on 80 columns', async () => {
  const bars = (await written('bar')).split('\u001b').flatMap((part) => /[█░].*/.exec(part) ?? [])
  expect(bars.length).toBeGreaterThan(0)
  expect(Math.max(...bars.map((bar) => bar.length))).toBeLessThanOrEqual(80)
})

test('without a bar it is a line, and the end is told in numbers unless nothing is wanted', async () => {
  expect(await written('lines')).toBe('Finishing.\n1 of 2 images, 2000.0 MB of 4000.0 MB\n')
  expect(await written('none')).toBe('Finishing.\n')
})
