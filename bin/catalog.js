#!/usr/bin/env node
// Launcher: runs the program on the current Node.js if it is recent enough, or else on the one that npm installed.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { constants, homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import process from 'node:process'
import { isRecentNode, NODE_MISSING, findPackagedNode } from './node.js'

const [argument] = process.argv.slice(2)

if (process.argv.length === 3 && (argument === '--version' || argument === '-V')) {
  process.stdout.write(`${readVersion()}\n`)
} else if (isRecentNode()) {
  await start()
} else {
  restart(findPackagedNode() ?? fail(NODE_MISSING))
}

function readVersion() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

async function start() {
  // With the default of 4 threads, few uploads can be synced to disk at the same time.
  process.env.UV_THREADPOOL_SIZE ??= '12'
  cacheCompiledCode()
  try {
    const { main } = await import('../dist/cli/main.js')
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (error.syscall === 'uv_cwd')
      fail('The working directory was deleted. Change to another one, and try again.')
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist')) throw error
    fail('catalog is not built yet. Run: npm run build')
  }
}

/**
 * Keeps compiled code in the user's cache, if there is one: it saves a tenth of the processor time of a short command.
 * The cache holds code that will run, so its directories must not be writable by any other user.
 */
function cacheCompiledCode() {
  try {
    const { CATALOG_CACHE_DIR, XDG_CACHE_HOME } = process.env
    const folder = CATALOG_CACHE_DIR || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'catalog')
    const compiled = join(folder, 'compiled')
    if (!isAbsolute(folder) || !isPrivate(dirname(folder))) return
    for (const path of [folder, compiled]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
    if (isPrivate(folder) && isPrivate(compiled)) module.enableCompileCache(compiled)
  } catch {
    // Without a cache, the program only starts more slowly.
  }
}

/** Whether a folder belongs to this user, who alone can write to it. */
function isPrivate(path) {
  const stats = lstatSync(path)
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}

/**
 * Replaces this process where Node.js can do that (22.15), so that signals to the process or its group arrive once.
 * Otherwise starts a child. Its IPC channel closes when this process dies, even by SIGKILL; the program then stops as if
 * by SIGTERM.
 */
function restart(node) {
  if (process.execve && process.platform !== 'win32')
    process.execve(node, [node, ...process.argv.slice(1)], process.env)
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, CATALOG_LAUNCHED: '1' },
  })
  let signals = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // Ctrl-C on a terminal reaches both processes; forwarding it would count as a second Ctrl-C.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      signals += 1
      forward(signal, signals, child)
    })
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal]
  })
}

/**
 * The process group may have got the signal, too. The program counts messages apart from signals, and a message that
 * comes while it exits does no harm, unlike a signal. The third signal works without it.
 */
function forward(signal, number, child) {
  if (number > 2) child.kill(signal)
  else child.send(signal, () => {})
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
