import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa, type Options } from 'execa'

const PROGRAM = fileURLToPath(new URL('../../bin/catalog.js', import.meta.url))

/** `launcher` is the Node.js that runs bin/catalog.js; by default the one that runs the tests. */
type ProgramOptions = Options & { launcher?: string | undefined }

/**
 * Runs the built program as a process of its own; a failure is a result, not an exception. Settings of whoever
 * runs the tests do not reach it, but where the host has SpatiaLite.
 */
export function runProgram(argv: string[], { env, launcher, ...options }: ProgramOptions = {}) {
  return execa(launcher ?? process.execPath, [PROGRAM, ...argv], {
    reject: false,
    stdin: 'ignore',
    timeout: 15_000,
    env: { ...hostEnvironment(), ...env },
    extendEnv: false,
    ...options,
  })
}

function hostEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('CATALOG_') || name === 'CATALOG_SPATIALITE',
  )
  return Object.fromEntries(inherited)
}

/** A served data directory in a process of its own; killed when disposed of, or after ten minutes. */
export function spawnServer(data: string, ...flags: string[]) {
  return spawnServerFor(600_000, data, ...flags)
}

/** As `spawnServer`, for longer campaigns. */
export function spawnServerFor(timeout: number, data: string, ...flags: string[]) {
  return awaitServer(runProgram(serveWords(data, ...flags), { timeout }))
}

/** As `spawnServer`, with bin/catalog.js on this Node.js. */
export function launchServer(launcher: string | undefined, data: string) {
  return awaitServer(runProgram(serveWords(data), { launcher, timeout: 60_000 }))
}

function serveWords(data: string, ...flags: string[]): string[] {
  return ['serve', '--data', data, '--port', '0', '--dev', ...flags]
}

async function awaitServer(child: ReturnType<typeof runProgram>) {
  const lines = createInterface({ input: child.stdout! })
  const [baseUrl] = await Promise.race([once(lines), child.then((ended) => fail(ended.stderr))])
  return {
    baseUrl,
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child
    },
  }
}

function once(lines: ReturnType<typeof createInterface>): Promise<[string]> {
  return new Promise((resolve) => lines.once('line', (line) => resolve([line])))
}

function fail(stderr: unknown): never {
  throw new Error(`the server ended at once: ${String(stderr)}`)
}
