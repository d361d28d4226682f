import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../support/test-cli.ts'

const DESTRUCTIVE: [action: string, ...argv: string[]][] = [
  ['Replacing a file', 'replace', '1', 'scan.jpg'],
  ['Replacing files', 'replace', '--manifest', 'scans.csv'],
  ['Deleting a journal', 'import', 'forget', 'scans.csv'],
  ['Purging jobs', 'admin', 'job', 'purge'],
  ['Purging jobs', 'admin', 'job', 'purge', '--failed'],
  ['Merging subjects', 'subject', 'merge', 'one', 'two'],
  ['Removing subjects', 'subject', 'remove', 'one'],
  ['Deleting geometries', 'admin', 'subject', 'geometry', 'clear', 'one'],
  ['Resetting the demonstration', 'demo', '--reset'],
]

/** Creates a folder that no command may change. */
async function openFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-yes-'))
  await writeFile(join(folder.path, 'demonstration'), '')
  return folder
}

test.each(DESTRUCTIVE)('%s needs --yes without a terminal: %s %s', async (action, ...argv) => {
  await using folder = await openFolder()
  const env = { CATALOG_DATA: folder.path, CATALOG_URL: 'http://127.0.0.1:1' }
  const options = { env, cwd: folder.path }
  const message = `catalog: ${action} requires --yes, because no confirmation prompt can be shown.\n`
  expect(await runCli(argv, options)).toEqual({ code: 2, stdout: '', stderr: message })
  const silenced = await runCli(['--no-input', ...argv], { ...options, answers: [] })
  expect([silenced.code, silenced.stderr]).toEqual([2, message])
  expect(await readdir(folder.path)).toEqual(['demonstration'])
})

test('asks on a terminal before it resets the demo', async () => {
  await using folder = await openFolder()
  const env = { CATALOG_DATA: folder.path }
  const { code, stderr } = await runCli(['demo', '--reset'], { env, answers: [false] })
  expect([code, stderr]).toEqual([0, 'Nothing was deleted.\n'])
  expect(await readdir(folder.path)).toEqual(['demonstration'])
})
