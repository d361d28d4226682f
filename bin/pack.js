// Packs the program for other computers: npm run --silent pack [DIR]. Prints the path of the package.
//
// npm reads no lock file of a package that it installs, so that every installation could get other versions of the
// packages that the dependencies need. Therefore all packages of the lock file are dependencies of the packed program,
// with their exact versions; those that need another version of a package than the others are part of it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ALWAYS_PACKED = ['LICENSE', 'README.md']

const target = resolve(process.argv[2] ?? '.')
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const manifest = readJson('package.json')
const { packages } = readJson('package-lock.json')
using stage = mkdtempDisposableSync(join(tmpdir(), 'catalog-pack-'))

for (const path of [...manifest.files, ...ALWAYS_PACKED])
  cpSync(path, join(stage.path, path), { recursive: true })
for (const path of listBundled()) copyPackage(path)
writeFileSync(join(stage.path, 'package.json'), JSON.stringify(createManifest(), null, 2))
const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', target]
const output = execFileSync('npm', ['pack', ...options], { cwd: stage.path, encoding: 'utf8' })
console.log(join(target, JSON.parse(output)[0].filename))

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The packages that are installed on every system, by their folders. */
function listInstalled() {
  return Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
  )
}

/**
 * The folders of the packages that have packages of their own, and of all that those need: npm takes it that they are part
 * of the package, too.
 */
function listBundled() {
  const nested = listInstalled().filter(([path]) => isNested(path))
  const bundled = new Set(nested.map(([path]) => path.slice(0, path.indexOf('/node_modules/'))))
  for (const owner of bundled)
    for (const name of listNeeded(owner)) bundled.add(`node_modules/${name}`)
  return [...bundled].sort()
}

/** The names of the packages that a package and those of its own need. */
function listNeeded(owner) {
  const within = listInstalled().filter(([path]) => isWithin(path, owner))
  return within.flatMap(([, { dependencies = {} }]) => Object.keys(dependencies))
}

function isNested(path) {
  return path.includes('/node_modules/')
}

function isWithin(path, owner) {
  return path === owner || path.startsWith(`${owner}/`)
}

/** @throws if another version is installed than the lock file has */
function copyPackage(path) {
  for (const [folder, { version }] of listInstalled())
    if (isWithin(folder, path) && readJson(`${folder}/package.json`).version !== version)
      throw new Error(`${folder} is not version ${version}. Run: npm ci`)
  cpSync(path, join(stage.path, path), { recursive: true })
}

function createManifest() {
  const { devDependencies: _, scripts: _scripts, allowScripts: _allowed, ...rest } = manifest
  const installed = listInstalled().filter(([path]) => !isNested(path))
  return {
    ...rest,
    dependencies: toDependencies(installed),
    optionalDependencies: { ...manifest.optionalDependencies, ...listOptional() },
    bundleDependencies: listBundled().map(toName),
  }
}

/** What the packages can do without. npm 10 installs those of all systems unless the program itself depends on them. */
function listOptional() {
  const names = Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    path === '' || dev ? [] : Object.keys(optionalDependencies),
  )
  return toDependencies(
    names.map((name) => [`node_modules/${name}`, packages[`node_modules/${name}`]]),
  )
}

function toDependencies(entries) {
  return Object.fromEntries(entries.map(([path, { version }]) => [toName(path), version]))
}

function toName(path) {
  return path.slice('node_modules/'.length)
}
