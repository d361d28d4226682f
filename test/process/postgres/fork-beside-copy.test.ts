import { existsSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../support/fork-beside-copy.ts', import.meta.url))

/** It takes about a second. */
const TIMEOUT_MS = 30_000

test('starts child processes while a thread is the first to load SpatiaLite', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const script = execa(process.execPath, [SCRIPT, folder.path], { detached: true, reject: false })
  // A child that hangs is in the group, too.
  const timer = setTimeout(() => process.kill(-(script.pid ?? 0), 'SIGKILL'), TIMEOUT_MS)
  const { exitCode, stdout } = await script
  clearTimeout(timer)
  expect(exitCode).toBe(0)
  expect(stdout).toContain('unavailable')
  expect(existsSync(join(folder.path, 'copy.sqlite'))).toBe(true)
})
