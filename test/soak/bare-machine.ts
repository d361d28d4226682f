/**
 * Installs the package on an empty Debian 12 with the commands of the guide, and uses it there as an ordinary user: creates
 * a catalog, serves it, imports a picture, finds it by its title and with a model, backs up and restores, upgrades the backup of
 * each kept release and goes back. Needs root, `debootstrap`, a mirror of Debian and the npm registry; skipped without the first two.
 */

import { execFile } from 'node:child_process'
import { chown, copyFile, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  compareVersions,
  packProgram,
  tryInstalledProgram,
  tryUpgrades,
  weigh,
  type InstalledProgram,
} from '../support/installed-program.ts'
import { endCampaign } from '../support/soak.ts'

const run = promisify(execFile)

const GUIDE = fileURLToPath(new URL('../../docs/deployment.md', import.meta.url))
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const INSTALLED = 'usr/local/lib/node_modules/catalog'

/** With packages of other systems, the program would take 360 MB without Node.js. */
const MAX_BYTES = 200e6

/** npm 9 installs it in vain, for the WebAssembly build of sharp. */
const UNUSED = 'node_modules/@emnapi/runtime@'

const missing = await findMissing()
if (missing === undefined) await runCampaign()
else {
  console.log(`Skipped: ${missing}.`)
  endCampaign({ size: 'skipped', failures: 0, figures: {} })
}

/** @returns what the campaign needs and this host lacks */
async function findMissing(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root'
  const found = await run('debootstrap', ['--version']).catch(() => undefined)
  return found ? undefined : 'needs debootstrap'
}

async function runCampaign(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
  const root = join(folder.path, 'root')
  const figures: Record<string, number> = {}
  const time = async (step: string, work: Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await work
    figures[`seconds_${step}`] = Math.round((performance.now() - began) / 1000)
    console.log(`${step}: ${figures[`seconds_${step}`]} s`)
  }

  await time('debian', run('debootstrap', ['--variant=minbase', 'bookworm', root]))
  await using _mounted = await mountProc(root)
  const certificates = await copyCertificates(root)
  await writeFile(join(root, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n')
  await packProgram(join(root, 'root'))
  await time('install', install(root, certificates))
  const program = await createUser(root, certificates)
  await time('use', tryInstalledProgram(program))
  await time('upgrade', tryUpgrades(program))

  const installed = join(root, INSTALLED)
  const { differing, count } = await compareVersions(installed)
  const problems = differing
    .filter((path) => !path.startsWith(UNUSED))
    .map((path) => `Not the version of the lock file: ${path}`)
  const { node, others } = await weigh(installed)
  if (others > MAX_BYTES) problems.push(`The program takes ${others} bytes without Node.js.`)
  for (const problem of problems) console.log(`✗ ${problem}`)
  const megabytes = { megabytes: Math.round((node + others) / 1e6) }
  const size = `${count} packages`
  endCampaign({ size, failures: problems.length, figures: { ...figures, ...megabytes } })
}

async function mountProc(root: string): Promise<AsyncDisposable> {
  const place = join(root, 'proc')
  await run('mount', ['-t', 'proc', 'proc', place])
  return { [Symbol.asyncDispose]: async () => void (await run('umount', ['--lazy', place])) }
}

/** Copies the certificates of a proxy that this host uses. @returns the variables with which Node.js accepts them */
async function copyCertificates(root: string): Promise<Record<string, string>> {
  const { NODE_EXTRA_CA_CERTS: file } = env
  if (file === undefined) return {}
  await copyFile(file, join(root, 'etc/proxy.crt'))
  return { NODE_EXTRA_CA_CERTS: '/etc/proxy.crt' }
}

/** Runs the commands of the guide in the folder of the package. */
async function install(root: string, variables: Record<string, string>): Promise<void> {
  const guide = await readFile(GUIDE, 'utf8')
  const commands = /```sh\n(apt install [^`]+)```/.exec(guide)?.[1]
  if (commands === undefined) throw new Error('The guide has no commands for installing.')
  const script = `set -ex; cd; apt update\n${commands.replace('catalog doctor', 'catalog doctor || [ $? = 11 ]')}`
  const options = { env: { PATH, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', ...variables } }
  await run('chroot', [root, 'sh', '-c', script], options)
}

/** Creates an ordinary user. @returns the program as that user runs it */
async function createUser(
  root: string,
  variables: Record<string, string>,
): Promise<InstalledProgram> {
  const folderInside = '/home/ada'
  const folder = join(root, folderInside)
  const [uid, gid] = [1000, 1000]
  await mkdir(folder)
  await chown(folder, uid, gid)
  return {
    command: 'chroot',
    args: [`--userspec=${uid}:${gid}`, root, 'catalog'],
    user: {},
    owner: { uid, gid },
    env: { PATH, HOME: folderInside, ...variables },
    folder,
    folderInside,
    model: `/${INSTALLED}/fixtures/models/tiny-clip`,
  }
}
