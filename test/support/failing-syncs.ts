import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const CALLS = 'fsync,fdatasync'
const PATIENCE_MS = 2000

/** True where strace is installed, and this user may attach it to a process that is no child of it. */
export async function canFailSyncs(): Promise<boolean> {
  if (spawnSync('strace', ['--version'], { stdio: 'ignore' }).status !== 0) return false
  const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    await using _failing = await failSyncs(sleeper.pid!)
    return true
  } catch {
    return false
  } finally {
    sleeper.kill('SIGKILL')
  }
}

/**
 * From now on the process is told, whenever it wants bytes to be on the disk, that the disk failed (EIO), and
 * they are not; until disposed of.
 * @param path only for this file
 */
export function failSyncs(pid: number, path?: string): Promise<AsyncDisposable> {
  return failCalls(pid, { calls: CALLS, error: 'EIO', path })
}

interface Fault {
  /** System calls, separated by commas. */
  calls: string
  error: string
  /** Only calls that name this file, or a descriptor of it. */
  path?: string | undefined
}

/** From now on the system refuses these calls to the process and all of its threads, until disposed of. */
export async function failCalls(
  pid: number,
  { calls, error, path }: Fault,
): Promise<AsyncDisposable> {
  const only = path === undefined ? [] : ['-P', path]
  const injection = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`]
  const argv = ['-f', '-o', '/dev/null', '-p', String(pid), ...only, ...injection]
  const strace = spawn('strace', argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(strace, 'close')
  const said: string[] = []
  const attached = new Promise<boolean>((resolve) => {
    createInterface({ input: strace.stderr }).on('line', (line) => {
      said.push(line)
      if (line.includes(`Process ${pid} attached`)) resolve(true)
    })
    void gone.then(() => resolve(false))
  })
  if (!(await attached)) throw new Error(`strace: ${said.join(' ')}`)
  return {
    async [Symbol.asyncDispose]() {
      strace.kill('SIGINT')
      // It waits for ever for a process that was killed meanwhile.
      const patience = setTimeout(() => strace.kill('SIGKILL'), PATIENCE_MS)
      await gone
      clearTimeout(patience)
    },
  }
}
