import { spawnSync } from 'node:child_process'
import { platform } from 'node:os'

/**
 * Finds the command that runs another one without a network, under the same process id: util-linux's `unshare`.
 * Checked once per process.
 * @returns the words to put before the other command; undefined where `unshare` is missing or the system forbids it
 */
export function findNetworkIsolation(): string[] | undefined {
  words ??= probeUnshare()
  return words.length > 0 ? words : undefined
}

let words: string[] | undefined

/** Root needs no user namespace; inside one it could no longer read the files of other users. */
function probeUnshare(): string[] {
  if (platform() !== 'linux') return []
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']
  const unshare = [...user, '--net']
  const { status } = spawnSync('unshare', [...unshare, 'true'], { stdio: 'ignore' })
  return status === 0 ? ['unshare', ...unshare] : []
}
