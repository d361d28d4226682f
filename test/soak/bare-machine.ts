/**
 * Installs the package on an empty Debian 12 with the commands of the guide, and uses it there as an ordinary user: creates
 * a catalog, serves it, imports a picture, finds it by its title and with a model, backs up and restores; first on SQLite, then on
 * PostgreSQL. Then it upgrades what each kept release left on both engines, and goes back. It prints the commands and minutes of each step.
 *
 * `PACKAGE=FILE` installs that package of a release instead of one of this repository. `FORMER=FILE` also installs the package of the
 * former release, which has to refuse what was upgraded, and to serve what went back.
 *
 * Needs root, `debootstrap`, a mirror of Debian and the npm registry; skipped without the first two.
 */

import { copyFile, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { env } from 'node:process'
import { execa } from 'execa'
import { createBareDebian, readGuide, type BareDebian } from '../support/bare-debian.ts'
import { installPostgres, type BarePostgres } from '../support/bare-postgres.ts'
import {
  compareVersions,
  packProgram,
  tryInstalledProgram,
  weigh,
  type InstalledProgram,
} from '../support/installed-program.ts'
import { createKeptData, restoreKeptBackup, tryUpgrade } from '../support/installed-upgrades.ts'
import { keptReleases } from '../support/kept-releases.ts'
import { endCampaign } from '../support/soak.ts'

const INSTALLED = 'usr/local/lib/node_modules/catalog'
const FORMER = '/opt/former'

/** With packages of other systems, the program would take 360 MB without Node.js. */
const MAX_BYTES = 200e6

/** npm 9 installs it in vain, for the WebAssembly build of sharp. */
const UNUSED = 'node_modules/@emnapi/runtime@'

let commands = 0
const figures: Record<string, number | string> = {}

const missing = await findMissing()
if (missing === undefined) await runCampaign()
else {
  console.log(`Skipped: ${missing}.`)
  endCampaign({ size: 'skipped', failures: 0, figures: {} })
}

/** @returns what the campaign needs and this host lacks */
async function findMissing(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root'
  const { failed } = await execa('debootstrap', ['--version'], { reject: false })
  return failed ? 'needs debootstrap' : undefined
}

async function runCampaign(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
  const root = join(folder.path, 'root')
  await using debian = await takeStep('Debian', () => createBareDebian(root, printCommand))
  await putPackage(join(root, 'root'))
  await takeStep('install', () => install(debian))
  const ada = await debian.createUser('ada')
  const model = `/${INSTALLED}/fixtures/models/tiny-clip`
  await takeStep('use on SQLite', () => tryInstalledProgram({ ...ada, model }))
  await using postgres = await takeStep('install PostgreSQL', () => installPostgres(debian))
  const grace = await debian.createUser('grace')
  await takeStep('use on PostgreSQL', () =>
    tryInstalledProgram(postgres.use(grace), postgres.backUpAndRestore),
  )
  const former = await installFormer(debian)
  for (const version of keptReleases) await tryUpgrades({ version, ada, grace, postgres, former })

  const { problems, size } = await examineInstallation(join(root, INSTALLED))
  for (const problem of problems) console.log(`✗ ${problem}`)
  endCampaign({ size, failures: problems.length, figures })
}

function printCommand(command: string): void {
  commands += 1
  console.log(`  ${command}`)
}

/** Prints the commands of a step, and how long it took. */
async function takeStep<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  console.log(`${name}:`)
  const began = performance.now()
  const before = commands
  const result = await step()
  const minutes = (performance.now() - began) / 60_000
  figures[name] = `${minutes.toFixed(1)} min, ${commands - before} commands`
  console.log(`  ${figures[name]}`)
  return result
}

/** Puts the package to install into a folder. */
async function putPackage(folder: string): Promise<void> {
  const { PACKAGE: file } = env
  if (file === undefined) await packProgram(folder)
  else await copyFile(file, join(folder, basename(file)))
}

async function install(debian: BareDebian): Promise<void> {
  const guide = await readGuide('deployment.md', 'apt install')
  // The doctor finds that there is no catalog yet.
  const [commands] = guide.split('catalog doctor')
  await debian.run(`apt update\n${commands}`)
  await debian.run('catalog doctor || [ $? = 11 ]')
}

interface Former {
  version: string
  /** The path of its program. */
  path: string
}

/** Installs the package of the former release beside that of the present one. */
async function installFormer(debian: BareDebian): Promise<Former | undefined> {
  const { FORMER: file } = env
  if (file === undefined) return undefined
  await copyFile(file, join(debian.root, 'opt', basename(file)))
  const path = `${FORMER}/bin/catalog`
  await takeStep('install the former version', () =>
    debian.run(`npm install --global --prefix ${FORMER} /opt/${basename(file)}`),
  )
  return { version: await debian.run(`${path} --version`), path }
}

interface Upgrades {
  version: string
  /** Has the catalogs on SQLite. */
  ada: InstalledProgram
  /** Has those on PostgreSQL. */
  grace: InstalledProgram
  postgres: BarePostgres
  former: Former | undefined
}

async function tryUpgrades({ version, ada, grace, postgres, former }: Upgrades): Promise<void> {
  for (const create of [
    () => createKeptData(version, ada),
    () => restoreKeptBackup(version, ada),
    () => postgres.restoreRelease(version, grace),
  ]) {
    const earlier = await create()
    const program = former?.version === version ? former.path : undefined
    await takeStep(earlier.name, () => tryUpgrade(earlier, program))
  }
}

/** Finds other packages than those of the lock file, and too many bytes. */
async function examineInstallation(path: string): Promise<{ problems: string[]; size: string }> {
  const { differing, count } = await compareVersions(path)
  const problems = differing
    .filter((path) => !path.startsWith(UNUSED))
    .map((path) => `Not the version of the lock file: ${path}`)
  const { node, others } = await weigh(path)
  if (others > MAX_BYTES) problems.push(`The program takes ${others} bytes without Node.js.`)
  figures.megabytes = Math.round((node + others) / 1e6)
  return { problems, size: `${count} packages` }
}
