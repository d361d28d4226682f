import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('loads and dumps 10,000 lines without holding them in memory', async () => {
  const soak = new URL('../../soak/dump.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [soak, '10000'])
  expect(stdout).toMatch(/^same bytes after 15294 lines/m)
  const held = [...stdout.matchAll(/held at most (\d+) MB/g)].map(([, megabytes]) =>
    Number(megabytes),
  )
  expect(held).toHaveLength(2)
  expect(Math.max(...held)).toBeLessThan(7)
})
