#!/usr/bin/env node
// Starts the program on the Node.js that it was made for: the one that runs this file where that is new
// enough, else the one that came with the packages.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'

const NEEDED = [24, 15]

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [asked] = process.argv.slice(2)

if (process.argv.length === 3 && (asked === '--version' || asked === '-V')) {
  process.stdout.write(`${manifest.version}\n`)
} else if (isRecent(process.versions.node)) {
  await start()
} else {
  restart(packagedNode())
}

function isRecent(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

async function start() {
  try {
    const { main } = await import('../dist/cli/main.js')
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist')) throw error
    fail('catalog is not built yet. Type: npm run build')
  }
}

function packagedNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  try {
    const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
    return createRequire(import.meta.url).resolve(`${name}/${file}`)
  } catch {
    return fail(
      `catalog needs Node.js ${NEEDED.join('.')} or later; this is ${process.versions.node}. ` +
        'Get it from https://nodejs.org/ or your package manager, then run npm ci again.',
    )
  }
}

function restart(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code
    else process.exitCode = 128 + (signal === 'SIGINT' ? 2 : 15)
  })
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
