import process from 'node:process'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { systemClock, type Clock } from '../core/base/clock.ts'
import { EXIT } from './terminal/exit-codes.ts'
import { createGlobals, type GlobalOptions } from './options/globals.ts'
import { systemKeyring, type Keyring } from './login/keyring.ts'
import type { Prompts } from './terminal/prompts.ts'
import type { Transport } from './client/transport.ts'
import { waitForAbort } from './terminal/wait-for-abort.ts'

type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** The environment of the program: streams, clock, network and person. Tests pass their own. */
export interface Cli {
  /** Results only. */
  readonly stdout: Output
  /** Progress, warnings, questions and hints. */
  readonly stderr: Output
  /** Whether a person can answer prompts. */
  readonly interactive: boolean
  readonly stdin: NodeJS.ReadableStream
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly clock: Clock
  readonly prompts: Prompts
  transport: Transport
  readonly keyring: Keyring
  /** Opens a page in a browser; resolves to false if that is not possible. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Waits; rejects if the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborted by SIGINT, SIGTERM or SIGHUP; the reason is the signal's name. */
  readonly signal: AbortSignal
  /** Time that the command has to end after the first signal. */
  stopTimeoutMs: number
  /** The words of the command line. */
  words: readonly string[]
  /** The parsed global options. */
  globals: GlobalOptions
  /** The command that runs. */
  command?: CommandUnknownOpts
  /** Disposed when the command has ended. */
  readonly cleanup: AsyncDisposableStack
  /** Called with the exit code when the command has ended. */
  onEnd?: (code: number) => void
  /** Exit code of the process if no error is thrown. */
  exitCode: number
}

/** Creates the environment of the real process. */
export function createCli(): Cli {
  const { stdin, stdout, stderr, env } = process
  exitOnOutputError(stdout, stderr)
  const signal = listenForSignals()
  void waitForAbort(signal).then(() => stopReading(stdin))
  const cli: Cli = {
    stdin,
    stdout,
    stderr,
    interactive: stdin.isTTY && stderr.isTTY && !env.CI && !env.CATALOG_NO_INPUT,
    env,
    cwd: process.cwd(),
    clock: systemClock,
    prompts: {
      input: async (message, signal) =>
        (await import('./terminal/prompts.ts')).terminalPrompts.input(message, signal),
      confirm: async (message, signal) =>
        (await import('./terminal/prompts.ts')).terminalPrompts.confirm(message, signal),
      choose: async (message, choices, signal) =>
        (await import('./terminal/prompts.ts')).terminalPrompts.choose(message, choices, signal),
    },
    transport: async (request) =>
      (await import('./client/transport.ts')).send(request, env, cli.globals),
    keyring: systemKeyring,
    openBrowser: async (url) => (await import('./terminal/browser.ts')).openBrowser(url, env),
    sleep: (ms, signal) => waitFor(ms, undefined, { signal }),
    signal,
    stopTimeoutMs: 4000,
    cleanup: new AsyncDisposableStack(),
    words: [],
    globals: createGlobals(),
    exitCode: EXIT.ok,
  }
  void waitForAbort(signal).then(() => killIfLate(signal.reason, cli.stopTimeoutMs))
  return cli
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function listenForSignals(): AbortSignal {
  const controller = new AbortController()
  const onSignal = createSignalListener(controller)
  for (const name of SIGNALS) process.on(name, onSignal)
  listenToLauncher(controller)
  return controller.signal
}

/** The first signal aborts; a second one exits at once. */
function createSignalListener(controller: AbortController): (name: NodeJS.Signals) => void {
  let isSecond = false
  return (name) => {
    if (isSecond) {
      // The exit waits for file operations, so that a third signal must work without this program.
      process.removeAllListeners(name)
      process.exit(EXIT.interrupted)
    }
    isSecond = true
    controller.abort(name)
  }
}

/** Lets commands that wait for standard input end at once. Prompts reset a terminal in raw mode themselves. */
function stopReading(stdin: NodeJS.ReadStream): void {
  if (stdin.isRaw) return
  stdin.on('error', () => {})
  stdin.destroy(new DOMException('Interrupted.', 'AbortError'))
}

/** Time to report that the command was interrupted. */
const REPORT_MS = 500

/**
 * Kills this process by the signal if it has not ended in time. `process.exit` is not enough: it waits for a file
 * operation that blocks, such as opening a named pipe.
 */
function killIfLate(name: NodeJS.Signals, timeoutMs: number): void {
  setTimeout(() => {
    const fatal = name === 'SIGHUP' ? 'SIGTERM' : name
    process.removeAllListeners(fatal)
    process.kill(process.pid, fatal)
  }, timeoutMs + REPORT_MS).unref()
}

/**
 * If bin/catalog.js started this process on another Node.js, it sends the names of its first signals over the IPC channel,
 * also if they were sent to the process group. The channel closes when the launcher dies, even by SIGKILL.
 */
function listenToLauncher(controller: AbortController): void {
  if (process.env['CATALOG_LAUNCHED'] === undefined) return
  delete process.env['CATALOG_LAUNCHED']
  process.on('message', createSignalListener(controller))
  process.once('disconnect', () => controller.abort('SIGTERM'))
  // The launcher may have died before the listener was added.
  if (!process.connected) controller.abort('SIGTERM')
  // The channel alone must not keep this process alive.
  process.channel?.unref()
}

/** A closed pipe is not an error: `catalog … | head`. On a full disk, nothing that follows could be written. */
function exitOnOutputError(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    stderr.write(`catalog: Cannot write to standard output: ${error.message}.\n`)
    process.exit(EXIT.unavailable)
  })
}
