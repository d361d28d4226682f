import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { systemClock, type Clock } from '../core/clock.ts'
import { EXIT } from './exit-codes.ts'
import { createGlobals, type GlobalOptions } from './globals.ts'
import { systemKeyring, type Keyring } from './login/keyring.ts'
import type { Prompts } from './prompts.ts'
import type { Transport } from './transport.ts'

/** A stream that text is written to; the two of a process are such. */
type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** Everything that the program has of the world around it; a test hands in its own. */
export interface Cli {
  /** Results only. */
  readonly stdout: Output
  /** Progress, warnings, questions and hints. */
  readonly stderr: Output
  /** Whether a person can answer questions. */
  readonly interactive: boolean
  readonly stdin: NodeJS.ReadableStream
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly clock: Clock
  readonly prompts: Prompts
  readonly transport: Transport
  readonly keyring: Keyring
  /** Shows a page in the person's browser; false when there is none. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Waits; ends early, by throwing, when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborted by Ctrl-C or the system, with the signal's name as reason. */
  readonly signal: AbortSignal
  /** The options that every command takes, once parsed. */
  globals: GlobalOptions
  /** What the process ends with when no error is thrown. */
  exitCode: number
}

/** The program in a real process. */
export function createCli(): Cli {
  const { stdin, stdout, stderr, env } = process
  exitOnBrokenPipe(stdout)
  return {
    stdin,
    stdout,
    stderr,
    interactive: stdin.isTTY && stderr.isTTY && !env.CI && !env.CATALOG_NO_INPUT,
    env,
    cwd: process.cwd(),
    clock: systemClock,
    prompts: {
      input: async (message, signal) =>
        (await import('./prompts.ts')).terminalPrompts.input(message, signal),
      confirm: async (message, signal) =>
        (await import('./prompts.ts')).terminalPrompts.confirm(message, signal),
      choose: async (message, choices, signal) =>
        (await import('./prompts.ts')).terminalPrompts.choose(message, choices, signal),
    },
    transport: async (request) => (await import('./transport.ts')).send(request, env),
    keyring: systemKeyring,
    openBrowser: async (url) => (await import('./browser.ts')).openBrowser(url, env),
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
    signal: listenForSignals(),
    globals: createGlobals(),
    exitCode: EXIT.ok,
  }
}

/** The first signal asks to stop, the second stops. */
function listenForSignals(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted)
      controller.abort(name)
    })
  }
  abortWithLauncher(controller)
  return controller.signal
}

/** bin/catalog.js, where it starts another Node.js, holds a channel to it, which closes however that process dies. */
function abortWithLauncher(controller: AbortController): void {
  if (process.env['CATALOG_LAUNCHED'] === undefined) return
  delete process.env['CATALOG_LAUNCHED']
  process.once('disconnect', () => controller.abort('SIGTERM'))
  // It may have died before anybody listened.
  if (!process.connected) controller.abort('SIGTERM')
  // The channel alone keeps nothing running.
  process.channel?.unref()
}

/** `catalog … | head` is no failure. */
function exitOnBrokenPipe(stdout: NodeJS.WriteStream): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.ok)
  })
}
