import {
  execFile,
  spawn,
  type ChildProcess,
  type SpawnOptions,
  type StdioOptions,
} from 'node:child_process'
import { chown, copyFile, glob, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Packs the built program. @returns the path of the package */
export async function packProgram(folder: string): Promise<string> {
  const { stdout } = await runFile(process.execPath, [join(ROOT, 'bin/pack.js'), folder])
  return stdout.trim()
}

/** A program that was installed from its package, and how to start it. */
export interface InstalledProgram {
  command: string
  /** The arguments before those of the program. */
  args: readonly string[]
  /** The user who runs it; the one of this process by default. */
  user: { uid?: number; gid?: number }
  env: Record<string, string>
  /** A folder that its user may write, as this process sees it and as the program does. */
  folder: string
  folderInside: string
  /** Who owns what this process unpacks for the program; this process by default. */
  owner?: { uid: number; gid: number }
  /** The folder of a model, as the program sees it, to be installed with its runtime from the npm registry. */
  model?: string
  /** Is told each command before it runs. */
  onCommand?: (command: string) => void
}

/** Returns the program with another data directory, by its name in the folder. */
export function useData(program: InstalledProgram, name: string): InstalledProgram {
  const CATALOG_DATA = join(program.folderInside, name)
  return { ...program, env: { ...program.env, CATALOG_DATA } }
}

/** Makes the program's user the owner of a folder that this process wrote. */
export async function giveToUser({ owner }: InstalledProgram, folder: string): Promise<void> {
  if (owner === undefined) return
  for await (const path of glob('**', { cwd: folder }))
    await chown(join(folder, path), owner.uid, owner.gid)
  await chown(folder, owner.uid, owner.gid)
}

/**
 * What a new user does: creates a catalog, imports a picture, searches it, backs up and restores. Fails unless all of it works.
 * @param backUpAndRestore returns the program with what it restored
 */
export async function tryInstalledProgram(
  program: InstalledProgram,
  backUpAndRestore = backUpFolder,
): Promise<void> {
  const token = await createCatalog(program)
  await tryServing(program, async (url) => {
    await importPicture(program, { CATALOG_URL: url, CATALOG_TOKEN: token })
    const found = await fetchJson(`${url}/api/v2/search/text/?q=bridge`)
    if (found.count !== 1) throw new Error(`The image was not found: ${JSON.stringify(found)}`)
    const [image] = (await fetchJson(`${url}/api/v2/images/`)).results
    await waitForThumbnail(`${url}/api/v2/images/${image.id}/`)
    if (program.model !== undefined) await searchWithModel(program, program.model, url)
    const restored = await backUpAndRestore(program)
    await runJson(restored, 'admin storage verify')
  })
}

/** Serves the catalog for a trial, which gets its address. Fails unless the server also ends well. */
export async function tryServing(
  program: InstalledProgram,
  trial: (url: string) => Promise<void>,
): Promise<void> {
  const server = startServer(program)
  try {
    await trial(await readFirstLine(server))
    const code = await stop(server)
    if (code !== 0) throw new Error(`The server ended with the exit code ${code}.`)
  } finally {
    server.kill('SIGKILL')
  }
}

async function backUpFolder(program: InstalledProgram): Promise<InstalledProgram> {
  const { id, path } = await runJson(program, 'admin backup create')
  await runJson(program, `admin backup verify ${id}`)
  const restored = useData(program, 'restored')
  await runJson(restored, `admin restore ${path}`)
  return restored
}

/** @returns an access token */
async function createCatalog(program: InstalledProgram): Promise<string> {
  await runJson(program, 'admin init')
  await runJson(program, 'admin user add-dev ada')
  await runJson(program, 'admin user ensure-staff ada')
  await runJson(
    program,
    'admin source create --name Archive --site-url https://archive.example --description Papers --public',
  )
  await runJson(program, 'admin collection create --source archive --name Album --public')
  const { token } = await runJson(program, 'admin token create --user ada')
  if (token === undefined) throw new Error('There is no token.')
  return token
}

async function importPicture(
  program: InstalledProgram,
  variables: Record<string, string>,
): Promise<void> {
  const { folder, folderInside } = program
  await copyFile(join(ROOT, 'fixtures/images/landscape.jpg'), join(folder, 'bridge.jpg'))
  const table = 'file,title,original_date,edtf_date\nbridge.jpg,Old bridge,1911,1911\n'
  await writeFile(join(folder, 'table.csv'), table)
  const env = { ...program.env, ...variables }
  const words = `import ${join(folderInside, 'table.csv')} --collection 1 --yes`
  await runJson({ ...program, env }, words)
}

/** The members of responses that trials read. */
interface Reply {
  applied?: string[]
  id?: string
  path?: string
  pending?: string[]
  token?: string
}

/** Runs a command. @returns what it prints with `--json`. @throws Error if it fails */
export async function runJson(program: InstalledProgram, words: string): Promise<Reply> {
  const args = [...program.args, ...words.split(' '), '--json']
  program.onCommand?.(`$ catalog ${words}`)
  const { stdout } = await runFile(program.command, args, createOptions(program))
  return JSON.parse(stdout)
}

function startServer(program: InstalledProgram): ChildProcess {
  const args = [...program.args, 'serve', '--port', '0']
  program.onCommand?.('$ catalog serve')
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe']
  return spawn(program.command, args, { ...createOptions(program), stdio })
}

/** @throws Error with what the server wrote if it ends before */
async function readFirstLine(server: ChildProcess): Promise<string> {
  const written: string[] = []
  server.stderr!.on('data', (chunk) => written.push(String(chunk)))
  const lines = createInterface({ input: server.stdout! })
  return await new Promise((resolve, reject) => {
    lines.once('line', resolve)
    server.once('close', () => reject(new Error(`The server did not start: ${written.join('')}`)))
  })
}

async function stop(server: ChildProcess): Promise<number | null> {
  server.kill('SIGTERM')
  return await new Promise((resolve) => server.once('exit', resolve))
}

function createOptions({ user, env, folder, folderInside }: InstalledProgram): SpawnOptions {
  const place = {
    CATALOG_DATA: join(folderInside, 'data'),
    CATALOG_STATE_DIR: join(folderInside, 'state'),
  }
  return { ...user, cwd: folder, env: { ...place, ...env } }
}

/** Waits until an image, at its address in the API, has a thumbnail that can be read. */
export async function waitForThumbnail(image: string): Promise<void> {
  for (;;) {
    const { thumbnail, permalink } = await fetchJson(image)
    if (thumbnail !== null && thumbnail !== permalink) {
      const response = await fetch(thumbnail)
      const type = response.headers.get('content-type')
      if (!type?.startsWith('image/')) throw new Error(`The thumbnail is ${type}.`)
      return
    }
    await pause(50)
  }
}

/** @throws Error if the server does not answer with a status of success */
export async function fetchJson(url: string) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} responds with ${response.status}.`)
  return await response.json()
}

const MAX_MODEL_ATTEMPTS = 300

async function searchWithModel(
  program: InstalledProgram,
  folder: string,
  url: string,
): Promise<void> {
  await runJson(program, `model add own ${folder}`)
  await runJson(program, 'model use own')
  for (let attempt = 0; attempt < MAX_MODEL_ATTEMPTS; attempt += 1) {
    const response = await fetch(`${url}/api/v2/search/semantic/?q=bridge`)
    if (response.ok && (await response.json()).count === 1) return
    await pause(100)
  }
  throw new Error('The image was not found by what it shows.')
}

/** Compares the packages in `node_modules` with the lock file. @returns those that differ, and how many there are */
export async function compareVersions(
  installed: string,
): Promise<{ differing: string[]; count: number }> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const differing: string[] = []
  let count = 0
  for await (const file of glob('**/node_modules/{*,@*/*}/package.json', { cwd: installed })) {
    const path = file.slice(0, -'/package.json'.length)
    const { version } = JSON.parse(await readFile(join(installed, file), 'utf8'))
    const locked = packages[path]
    count += 1
    if (version !== locked?.version || locked.dev) differing.push(`${path}@${version}`)
  }
  return { differing, count }
}

/** Sums the bytes of all files, those of the release of Node.js apart. */
export async function weigh(installed: string): Promise<{ node: number; others: number }> {
  const bytes = { node: 0, others: 0 }
  for await (const path of glob('**/*', { cwd: installed })) {
    const found = await stat(join(installed, path))
    if (found.isFile())
      bytes[path.startsWith('node_modules/node-') ? 'node' : 'others'] += found.size
  }
  return bytes
}
