import { mkdtempDisposable, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const LAUNCHER = new URL('../../bin/catalog.js', import.meta.url).pathname

test('bash completes the commands of the program, which accepts a closed pipe', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-completion-'))
  await symlink(LAUNCHER, join(folder.path, 'catalog'))
  const script = [
    'source <(catalog completion bash)',
    'COMP_WORDS=(catalog image downl) COMP_CWORD=2',
    '_catalog catalog downl image',
    'echo "${COMPREPLY[@]}"',
    'complete -p catalog',
    // A reader that does not wait for the rest.
    'catalog image list --help | true; echo "${PIPESTATUS[0]}"',
  ]
  const env = { PATH: `${folder.path}:${process.env.PATH}`, CATALOG_STATE_DIR: folder.path }
  const { stdout, stderr } = await execa('bash', ['-c', script.join('\n')], { env })
  expect(stdout.split('\n')).toEqual(['download', 'complete -o default -F _catalog catalog', '0'])
  expect(stderr).toBe('')
})
