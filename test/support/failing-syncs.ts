import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const CALLS = 'fsync,fdatasync'
const PATIENCE_MS = 2000

/** Returns whether strace is installed and can attach to processes that are not its children. */
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
 * Makes every sync of the process fail with EIO until disposed.
 * @param path limits the failures to this file
 */
export function failSyncs(pid: number, path?: string): Promise<AsyncDisposable> {
  return failCalls(pid, { calls: CALLS, error: 'EIO', path })
}

interface Fault {
  /** System calls, separated by commas. */
  calls: string
  error: string
  /** Limits the failures to calls with this path or a descriptor of the file. */
  path?: string | undefined
}

/** Makes these system calls of the process and all its threads fail until disposed. */
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
      // strace waits forever for a process that was killed meanwhile.
      const patience = setTimeout(() => strace.kill('SIGKILL'), PATIENCE_MS)
      await gone
      clearTimeout(patience)
    },
  }
}
