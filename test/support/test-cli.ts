import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { systemClock } from '../../src/core/base/clock.ts'
import type { Cli } from '../../src/cli/cli.ts'
import { createGlobals } from '../../src/cli/options/globals.ts'
import { main } from '../../src/cli/main.ts'
import { send } from '../../src/cli/client/transport.ts'

export interface CliResult {
  code: number
  stdout: string
  stderr: string
}

export interface TestCliOptions extends Partial<
  Pick<Cli, 'openBrowser' | 'clock' | 'transport' | 'sleep' | 'keyring'>
> {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Whether the output goes to a terminal; a pipe by default. */
  tty?: boolean
  columns?: number
  /** Columns of standard error; those of standard output by default. */
  errorColumns?: number
  /** Answers to questions, in order; without them the program cannot ask. */
  answers?: (string | boolean | Promise<string>)[]
  signal?: AbortSignal
  stdin?: string
  /** Called with each question. */
  onQuestion?: (question: string) => void
  /** Called with each chunk of standard error while the program runs. */
  onStderr?: (text: string) => void
}

/** Runs a command in this process, with a new state directory and no environment file unless `env` names them. */
export async function runCli(argv: string[], options: TestCliOptions = {}): Promise<CliResult> {
  await using state = await mkdtempDisposable(join(tmpdir(), 'catalog-cli-'))
  const stdout = collector(options)
  const stderr = errorCollector(options)
  // No file of this computer counts.
  const env = { CATALOG_STATE_DIR: state.path, CATALOG_ENV_FILE: '', ...options.env }
  const cli: Cli = {
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin: stdinWith(options.stdin),
    interactive: options.answers !== undefined,
    env,
    cwd: options.cwd ?? state.path,
    clock: options.clock ?? systemClock,
    prompts: answering([...(options.answers ?? [])], options.onQuestion),
    transport: options.transport ?? ((request) => send(request, env, cli.globals)),
    keyring: options.keyring ?? noKeyring,
    openBrowser: options.openBrowser ?? (() => Promise.resolve(false)),
    sleep: options.sleep ?? (() => Promise.resolve()),
    signal: options.signal ?? new AbortController().signal,
    words: [],
    globals: createGlobals(),
    stopTimeoutMs: 4000,
    cleanup: new AsyncDisposableStack(),
    exitCode: 0,
  }
  const code = await main(argv, cli)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** A host without a keyring, such as a server. */
const noKeyring: Cli['keyring'] = {
  get: () => Promise.reject(new Error('no Secret Service')),
  set: () => Promise.reject(new Error('no Secret Service')),
  delete: () => Promise.reject(new Error('no Secret Service')),
}

function stdinWith(text = ''): Cli['stdin'] {
  return Readable.from([text], { objectMode: false })
}

function errorCollector({ onStderr, errorColumns, ...options }: TestCliOptions) {
  return collector({ ...options, ...(errorColumns && { columns: errorColumns }) }, onStderr)
}

function collector(
  { tty = false, columns }: Pick<TestCliOptions, 'tty' | 'columns'>,
  tell: (text: string) => void = () => {},
) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      tell(chunk.toString())
      done()
    },
  })
  return {
    stream: Object.assign(stream, { isTTY: tty, columns }),
    text: () => Buffer.concat(chunks).toString(),
  }
}

function answering(
  answers: (string | boolean | Promise<string>)[],
  onQuestion: (question: string) => void = () => {},
): Cli['prompts'] {
  const next = async (message: string) => {
    onQuestion(message)
    if (answers.length === 0) throw new Error(`nobody answers: ${message}`)
    return answers.shift()
  }
  return {
    input: async (message) => String(await next(message)),
    confirm: async (message) => (await next(message)) === true,
    choose: async (message) => String(await next(message)),
  }
}
