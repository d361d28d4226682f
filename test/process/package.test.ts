import { execFile } from 'node:child_process'
import { glob, mkdtempDisposable, readdir, readFile, symlink } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
/** The package in an import, such as `@koa/router`. */
const IMPORT = /\b(?:from|import|import\()\s*['"]((?:@[^\/'"]+\/)?[a-z][^\/'"]*)/gv

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the npm package runs without a build, and has no sources or tests', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-package-'))
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder.path]
  const { stdout } = await run('npm', pack, { cwd: root })
  const [{ filename, files }] = JSON.parse(stdout)
  await run('tar', ['-xzf', join(folder.path, filename), '-C', folder.path])
  const unpacked = join(folder.path, 'package')
  expect((await readdir(unpacked)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'docs',
    'fixtures',
    'package.json',
  ])
  const paths = files.map((file: { path: string }) => file.path)
  expect(paths.filter((path: string) => /\.(?:ts|test\.js|map)$/v.test(path))).toEqual([])
  expect(paths).toContain('fixtures/images/landscape.jpg')
  expect(paths).toContain('fixtures/deploy/systemd/etc/catalog.env')
  await symlink(join(root, 'node_modules'), join(unpacked, 'node_modules'))
  const catalog = (...words: string[]) =>
    run(process.execPath, [join(unpacked, 'bin/catalog.js'), ...words, '--json', '--data', data])
  const data = join(folder.path, 'data')
  const demo = join(unpacked, 'fixtures/demo')
  const { stdout: loaded } = await catalog('admin', 'load', demo, '--accept-staff')
  expect(JSON.parse(loaded)).toContainEqual({ type: 'source', lines: expect.any(Number) })
  const model = join(unpacked, 'fixtures/models/tiny-clip')
  expect((await catalog('model', 'add', 'tiny-clip', model)).stdout).toContain('tiny-clip')
})

/** Imported if it is there, because it is installed with the models. */
const WITH_MODELS = 'onnxruntime-node'

test('the program imports no package that is installed for development only', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies }
  const imported = new Set<string>()
  for await (const file of glob('dist/{cli,core,server}/**/*.js', {
    cwd: root,
    exclude: ['dist/server/{assets,browser}/**'],
  })) {
    const source = await readFile(join(root, file), 'utf8')
    for (const [, name = ''] of source.matchAll(IMPORT)) imported.add(name)
  }
  const packages = [...imported].filter((name) => !isBuiltin(name) && name !== WITH_MODELS)
  expect(packages).toContain('koa')
  expect(packages.filter((name) => !(name in installed))).toEqual([])
})
