import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  glob,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArtifacts } from '../../fixtures/generator/release/artifacts.ts'
import {
  compareVersions,
  tryInstalledProgram,
  weigh,
  type InstalledProgram,
} from '../support/installed-program.ts'
import { oldNode } from '../support/old-node.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** An ordinary user: nobody, if the tests run as root. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Installing writes 300 MB. */
const INSTALL_MS = 600_000

/** A server that starts nevertheless is ended. */
const REFUSAL_MS = 20_000

const SOURCES = {
  version: '1.2.3',
  commit: '0123456789abcdef0123456789abcdef01234567',
  tree: '76543210fedcba9876543210fedcba9876543210',
  changes: '- A change.\n',
  startedOn: new Date(),
}

let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
let artifacts: string
let installed: string

beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'catalog-package-'))
  await chmod(folder.path, 0o755)
  artifacts = join(folder.path, 'artifacts')
  await mkdir(artifacts)
  const file = writeArtifacts(artifacts, SOURCES)
  const prefix = join(folder.path, 'prefix')
  const options = ['--global', '--prefix', prefix, '--prefer-offline', '--loglevel', 'error']
  await run('npm', ['install', ...options, file], { cwd: folder.path })
  installed = join(prefix, 'lib/node_modules/catalog')
}, INSTALL_MS)

afterAll(() => folder[Symbol.asyncDispose]())

async function readManifest(path: string) {
  return JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
}

/** A way to start the installed program by a Node.js, with a home of its own. */
async function createPlace(node: string, name: string): Promise<InstalledProgram> {
  const home = join(folder.path, name)
  await mkdir(home)
  if (USER.uid !== undefined) await chown(home, USER.uid, USER.gid)
  const { PATH = '', CATALOG_SPATIALITE = '' } = process.env
  const env = { PATH, CATALOG_SPATIALITE, HOME: home, CATALOG_ENV_FILE: '' }
  const args = [join(installed, 'bin/catalog.js')]
  return { command: node, args, user: USER, env, folder: home, folderInside: home }
}

test('an installed package serves, imports, searches and backs up', async () => {
  const { findPackagedNode } = await import(pathToFileURL(join(installed, 'bin/node.js')).href)
  await tryInstalledProgram(await createPlace(findPackagedNode() ?? process.execPath, 'shipped'))
})

test.skipIf(oldNode === undefined)('an older Node.js starts the installed one', async () => {
  const { command, args, user, env, folder } = await createPlace(oldNode!, 'older')
  const words = [...args, 'admin', 'init', '--data', join(folder, 'data'), '--json']
  const { stdout } = await run(command, words, { ...user, env, cwd: folder })
  expect(JSON.parse(stdout)).toMatchObject({ created: true })
})

test('the package has no sources or tests, and is as small as documented', async () => {
  expect((await readdir(installed)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'docs',
    'fixtures',
    'node_modules',
    'package.json',
  ])
  const paths = await Array.fromAsync(glob('{bin,dist,fixtures}/**/*.*', { cwd: installed }))
  expect(paths.filter((path) => /\.(?:ts|test\.js|map)$/v.test(path))).toEqual([])
  expect(paths).toContain('fixtures/images/landscape.jpg')
  expect(paths).toContain('fixtures/deploy/systemd/etc/catalog.env')
  const { node, others } = await weigh(installed)
  expect(others).toBeLessThan(120e6)
  expect(node + others).toBeLessThan(305e6)
})

interface Bill {
  serialNumber?: string
  metadata: { timestamp?: string }
  components: { name: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('the bill of materials lists dependencies and what is bundled, but no tools', async () => {
  const bill = (await readArtifact('catalog-1.2.3.cdx.json')) as Bill
  const { components, dependencies } = bill
  expect([bill.serialNumber, bill.metadata.timestamp]).toEqual([undefined, undefined])
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['koa', 'better-sqlite3', '@img/sharp-linux-x64', 'ol', 'pmtiles']),
  )
  for (const tool of ['vitest', 'esbuild', 'typescript', 'playwright-core'])
    expect(names).not.toContain(tool)
  const refs = new Set(components.map((component) => component['bom-ref']))
  for (const { dependsOn } of dependencies)
    expect(dependsOn.filter((one) => !refs.has(one))).toEqual([])
})

test('the checksums and the provenance cover what is published', async () => {
  const { stdout } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: artifacts,
  })
  const names = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/: OK$/, ''))
  expect([...names, 'SHA256SUMS'].toSorted()).toEqual((await readdir(artifacts)).toSorted())
  const { subject, predicate } = await readArtifact('catalog-1.2.3.intoto.json')
  expect(subject.map(({ name }: { name: string }) => name)).toEqual(
    names.filter((name) => name !== 'catalog-1.2.3.intoto.json'),
  )
  const sums = await readFile(join(artifacts, 'SHA256SUMS'), 'utf8')
  for (const { name, digest } of subject) expect(sums).toContain(`${digest.sha256}  ${name}\n`)
  const { internalParameters, resolvedDependencies } = predicate.buildDefinition
  expect(internalParameters).toMatchObject({ node: process.versions.node })
  const { commit: gitCommit, tree: gitTree } = SOURCES
  expect(resolvedDependencies).toMatchObject([
    { digest: { gitCommit, gitTree } },
    { name: 'package-lock.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
  expect(predicate.runDetails).toMatchObject({ catalog_signature: 'none' })
})

async function readArtifact(name: string) {
  return JSON.parse(await readFile(join(artifacts, name), 'utf8'))
}

test('the package names optional packages of all systems, of which npm 10 installs one only then', async () => {
  const { optionalDependencies } = await readManifest(installed)
  const { optionalDependencies: builds } = await readManifest(join(installed, 'node_modules/sharp'))
  expect(Object.keys(builds).length).toBeGreaterThan(20)
  expect(optionalDependencies).toMatchObject(builds)
})

test.each([
  ['sharp', '@img'],
  ['better-sqlite3', 'better-sqlite3/prebuilds'],
])('a server without the binary of %s does not start, and says so', async (name, part) => {
  await using _ = await moveAway(part)
  await expectRefusal(name)
})

test('the WebAssembly build of sharp, which npm 10 installs for nothing, does not count', async () => {
  await using _ = await moveAway(`@img/sharp-${process.platform}-${process.arch}`)
  await using added = new AsyncDisposableStack()
  const build = join(installed, 'node_modules/@img/sharp-wasm32')
  await mkdir(build)
  added.defer(() => rm(build, { recursive: true }))
  await writeFile(join(build, 'sharp.node'), '')
  await expectRefusal('sharp')
})

async function moveAway(part: string): Promise<AsyncDisposable> {
  const path = join(installed, 'node_modules', part)
  await rename(path, `${path}-away`)
  return { [Symbol.asyncDispose]: () => rename(`${path}-away`, path) }
}

async function expectRefusal(name: string): Promise<void> {
  const program = join(installed, 'bin/catalog.js')
  const data = join(folder.path, 'never')
  const env = { ...process.env, CATALOG_ENV_FILE: '' }
  for (const [command, code] of [
    ['serve', 8],
    ['doctor', 11],
  ] as const) {
    const words = [program, command, '--data', data]
    const ended = await run(process.execPath, words, { env, timeout: REFUSAL_MS }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
    expect(ended).toMatchObject({ code })
    expect(ended.stdout + ended.stderr).toContain(`${name}, which`)
  }
}

test('every installation has the versions of the lock file, and runs no scripts', async () => {
  const { differing, count } = await compareVersions(installed)
  expect(differing).toEqual([])
  expect(count).toBeGreaterThan(150)
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const entries = Object.entries<{ dev?: true; hasInstallScript?: true }>(packages)
  const scripted = entries.filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript)
  expect(scripted).toEqual([])
})

/** The package in an import, such as `@koa/router`. */
const IMPORT = /\b(?:from|import|import\()\s*['"]((?:@[^\/'"]+\/)?[a-z][^\/'"]*)/gv

/** Imported if it is there, because it is installed with the models. */
const WITH_MODELS = 'onnxruntime-node'

test('the program imports no package that is installed for development only', async () => {
  const manifest = await readManifest(root)
  const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies }
  const imported = new Set<string>()
  for await (const file of glob('dist/{cli,core,server}/**/*.js', {
    cwd: installed,
    exclude: ['dist/server/{assets,browser}/**'],
  })) {
    const source = await readFile(join(installed, file), 'utf8')
    for (const [, name = ''] of source.matchAll(IMPORT)) imported.add(name)
  }
  const packages = [...imported].filter((name) => !isBuiltin(name) && name !== WITH_MODELS)
  expect(packages).toContain('koa')
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})
