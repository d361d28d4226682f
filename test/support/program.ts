import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa, type Options } from 'execa'

/** The launcher of the program. */
export const PROGRAM = fileURLToPath(new URL('../../bin/catalog.js', import.meta.url))

/**
 * `launcher` is the Node.js for bin/catalog.js; by default the one that runs the tests. `program` is the bin/catalog.js of another
 * version.
 */
type ProgramOptions = Options & { launcher?: string | undefined; program?: string | undefined }

/**
 * Runs the built program as a separate process. Failures are results, not exceptions. The program inherits no
 * settings of the host except the path of SpatiaLite.
 */
export function runProgram(
  argv: string[],
  { env, launcher, program = PROGRAM, ...options }: ProgramOptions = {},
) {
  return execa(launcher ?? process.execPath, [program, ...argv], {
    reject: false,
    stdin: 'ignore',
    // Exceeded only by a process that hangs.
    timeout: 60_000,
    env: { ...hostEnvironment(), ...env },
    extendEnv: false,
    ...options,
  })
}

function hostEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('CATALOG_') || name === 'CATALOG_SPATIALITE',
  )
  return { ...Object.fromEntries(inherited), CATALOG_ENV_FILE: '' }
}

/** Starts a server process on a data directory; kills it when disposed, or after ten minutes. */
export function spawnServer(data: string, ...flags: string[]) {
  return spawnServerFor(600_000, data, ...flags)
}

/** Like `spawnServer`, with another timeout for longer campaigns. */
export function spawnServerFor(timeout: number, data: string, ...flags: string[]) {
  return spawnPublicServer(timeout, data, '--dev', ...flags)
}

/** Like `spawnServerFor`, not in development mode, in which servers do not work behind proxies. */
export function spawnPublicServer(timeout: number, data: string, ...flags: string[]) {
  return spawnVersion(PROGRAM, timeout, data, ...flags)
}

/** Like `spawnPublicServer`, from the launcher of another version. */
export function spawnVersion(program: string, timeout: number, data: string, ...flags: string[]) {
  // On a busy machine, a server that is asked to end takes longer than the five seconds after which execa kills it.
  const options = { program, timeout, forceKillAfterDelay: false } as const
  return awaitServer(runProgram(serveWords(data, ...flags), options))
}

/** Like `spawnServer`, through bin/catalog.js on this Node.js. */
export function launchServer(launcher: string | undefined, data: string, options: Options = {}) {
  return awaitServer(runProgram(serveWords(data, '--dev'), { ...options, launcher }))
}

function serveWords(data: string, ...flags: string[]): string[] {
  return ['serve', '--data', data, '--port', '0', ...flags]
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
