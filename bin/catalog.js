#!/usr/bin/env node
// Starts the program on the Node.js that it was made for: the one that runs this file where that is new
// enough, else the one that came with the packages.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import process from 'node:process'
import { isRecentNode, NODE_MISSING, packagedNode } from './node.js'

const [asked] = process.argv.slice(2)

if (process.argv.length === 3 && (asked === '--version' || asked === '-V')) {
  process.stdout.write(`${version()}\n`)
} else if (isRecentNode()) {
  await start()
} else {
  restart(packagedNode() ?? fail(NODE_MISSING))
}

function version() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

async function start() {
  // Threads that wait for the disk: with Node's four, few imports could be synced at once.
  process.env.UV_THREADPOOL_SIZE ??= '12'
  try {
    const { main } = await import('../dist/cli/main.js')
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist')) throw error
    fail('catalog is not built yet. Type: npm run build')
  }
}

/** The channel closes when this process dies, however it dies, and the program then ends like by SIGTERM. */
function restart(node) {
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, CATALOG_LAUNCHED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => forward(signal, child))
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal]
  })
}

/** Ctrl-C on a terminal reaches both processes by itself, and a second one would mean haste. */
function forward(signal, child) {
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
