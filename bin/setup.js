// What must be there before anything else runs: the right Node.js and SpatiaLite. Where SpatiaLite is
// missing on Debian or Ubuntu and this user may install packages, installs it and says so; elsewhere
// stops with the line to type. CATALOG_SETUP=off forbids installing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isRecentNode, NODE_MISSING, packagedNode } from './node.js'

if (!isRecentNode()) process.exit(setUpOnPackagedNode(packagedNode() ?? stop(NODE_MISSING)))

const { readSpatialiteVersion } = await import('../src/core/engine/sqlite/spatialite.ts')
const { listAptCommands, getInstallCommand, isDebianFamily } =
  await import('../src/core/engine/sqlite/install-spatialite.ts')

const setting = process.env.CATALOG_SPATIALITE || null
const system = { platform: process.platform, osRelease: readOsRelease() }

if (!readSpatialiteVersion(setting)) setUp()

/** npm 10 loses the link that lets scripts find the packaged Node.js; this puts it back. */
function setUpOnPackagedNode(node) {
  const link = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(node, link)
  return spawnSync(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).status ?? 1
}

function setUp() {
  if (setting) stop(`CATALOG_SPATIALITE is ${setting}, but that cannot be loaded as SpatiaLite.`)
  const become = process.env.CATALOG_SETUP === 'off' ? undefined : rootPrefix()
  if (!isDebianFamily(system) || become === undefined) askForIt()
  for (const command of listAptCommands(haveLists())) run([...become, ...command])
  if (!readSpatialiteVersion()) askForIt()
}

function run(command) {
  say(`SpatiaLite is missing; running: ${command.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync(command[0], command.slice(1), { env, stdio: ['ignore', 2, 2] })
  if (status !== 0) stop(`That failed. Fix the problem, then run: ${getInstallCommand(system)}`)
}

/** What to put before a command that needs root; undefined when this user may not. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? ['sudo', '-n']
    : undefined
}

function haveLists() {
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

function askForIt() {
  stop(`catalog needs SpatiaLite, which is not here. Type: ${getInstallCommand(system)}`)
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

function stop(sentence) {
  say(sentence)
  process.exit(1)
}
