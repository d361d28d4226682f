// Checks the requirements of every npm script: a recent Node.js, and SpatiaLite. On Debian and Ubuntu it installs
// SpatiaLite if this user may install packages; otherwise it fails with the command to run. CATALOG_SETUP=off
// forbids installing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isRecentNode, NODE_MISSING, findPackagedNode } from './node.js'

if (!isRecentNode()) process.exit(setUpOnPackagedNode(findPackagedNode() ?? stop(NODE_MISSING)))

const { readSpatialiteVersion } = await import('../src/core/database/sqlite/spatialite.ts')
const { listAptCommands, getInstallCommand, isDebianFamily } =
  await import('../src/core/database/sqlite/install-spatialite.ts')

const setting = process.env.CATALOG_SPATIALITE || null
const system = { platform: process.platform, osRelease: readOsRelease() }

if (!readSpatialiteVersion(setting)) setUp()

/** Restores the link through which npm scripts find the packaged Node.js: npm 10 loses it. */
function setUpOnPackagedNode(node) {
  const link = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(node, link)
  return spawnSync(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).status ?? 1
}

function setUp() {
  if (setting) stop(`CATALOG_SPATIALITE is ${setting}, but that cannot be loaded as SpatiaLite.`)
  const rootPrefix = process.env.CATALOG_SETUP === 'off' ? undefined : findRootPrefix()
  if (!isDebianFamily(system) || rootPrefix === undefined) stopWithInstructions()
  for (const command of listAptCommands(hasPackageLists())) run([...rootPrefix, ...command])
  if (!readSpatialiteVersion()) stopWithInstructions()
}

function run(command) {
  print(`SpatiaLite is not installed. Running: ${command.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync(command[0], command.slice(1), { env, stdio: ['ignore', 2, 2] })
  if (status !== 0)
    stop(`The installation failed. Fix the problem, then run: ${getInstallCommand(system)}`)
}

/** Returns the prefix of commands that require root; undefined if this user cannot become root. */
function findRootPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? ['sudo', '-n']
    : undefined
}

function hasPackageLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'))
  } catch {
    return false
  }
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}

function stopWithInstructions() {
  stop(`catalog requires SpatiaLite. Install it with: ${getInstallCommand(system)}`)
}

function print(message) {
  process.stderr.write(`${message}\n`)
}

function stop(message) {
  print(message)
  process.exit(1)
}
