import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'
import { runCli } from '../support/test-cli.ts'

const run = promisify(execFile)
const guide = await readFile(new URL('../../docs/deployment.md', import.meta.url), 'utf8')

/** Returns the content of a file in the guide. */
function getFile(name: string): string {
  const blocks = guide.split('\n```')
  const block = blocks.find((text) => text.split('\n', 1)[0]!.endsWith(` ${name}`))
  return block!.slice(block!.indexOf('\n') + 1)
}

/** Whether a program is missing, so that its check has to be skipped. */
function isMissing(program: string): boolean {
  if (existsSync(program)) return false
  if (env.CATALOG_REQUIRE_SERVERS === '1') throw new Error(`${program} is not installed.`)
  console.log(`Skipped, because ${program} is not installed.`)
  return true
}

test.skipIf(isMissing('/usr/bin/systemd-analyze'))('systemd accepts the unit', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-unit-'))
  const unit = join(folder.path, 'catalog.service')
  const content = getFile('catalog.service').replace('/usr/local/bin/catalog', process.execPath)
  await writeFile(unit, content.replaceAll(/^(?:User|Group)=.*/gmv, ''))
  const { stdout, stderr } = await run('/usr/bin/systemd-analyze', ['verify', '--man=no', unit])
  expect(stdout + stderr).not.toContain('catalog.service')
})

test.skipIf(isMissing('/usr/bin/caddy'))('Caddy accepts its configuration', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-caddy-'))
  const file = join(folder.path, 'Caddyfile')
  await writeFile(file, getFile('Caddyfile'))
  const home = { ...env, HOME: folder.path }
  const words = ['validate', '--adapter', 'caddyfile', '--config', file]
  const { stdout } = await run('/usr/bin/caddy', words, { env: home })
  expect(stdout).toContain('Valid configuration')
})

test.skipIf(isMissing('/usr/sbin/nginx'))('nginx accepts its configuration', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-nginx-'))
  const [certificate, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  const subject = ['-subj', '/CN=archive.example.org', '-days', '1']
  const files = ['-keyout', key, '-out', certificate]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
  const server = getFile('catalog.conf')
    .replace('/etc/ssl/archive.example.org.pem', certificate)
    .replace('/etc/ssl/archive.example.org.key', key)
  const main = join(folder.path, 'nginx.conf')
  await writeFile(main, `pid ${folder.path}/pid;\nevents {}\nhttp {\n${server}\n}\n`)
  const { stderr } = await run('/usr/sbin/nginx', ['-t', '-e', 'stderr', '-c', main])
  expect(stderr).toContain('test is successful')
})

test('moves a catalog with the commands of the guide', async () => {
  await using server = await startTestServer()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-move-'))
  const [dump, copy] = [join(folder.path, 'dump'), join(folder.path, 'copy')]
  await runCli(['admin', 'source', 'create', '--name', 'Town archive', '--data', server.data])
  const commands = guide.match(/^catalog admin .*/gmv)!.map((line) => line.split(' ').slice(1))
  expect(commands).toHaveLength(2)
  for (const command of commands) {
    const words = command.map((word) => word.replace('/backup/catalog', dump))
    const { code, stderr } = await runCli(
      words.map((word) => word.replace('/srv/catalog', copy)),
      { env: { CATALOG_DATA: server.data } },
    )
    expect([code, stderr]).toEqual([0, expect.any(String)])
  }
  const listed = await runCli(['admin', 'source', 'list', '--json', '--data', copy])
  expect(JSON.parse(listed.stdout)).toMatchObject([{ slug: 'town-archive' }])
})

test('healthcheck succeeds while the server is ready', async () => {
  await using server = await startTestServer()
  const ready = await runCli(['healthcheck', `${server.boundUrl}/`, '--json'])
  expect([ready.code, JSON.parse(ready.stdout)]).toEqual([0, { status: 'ready' }])
  const { port } = new URL(server.boundUrl)
  expect((await runCli(['healthcheck'], { env: { CATALOG_PORT: port } })).code).toBe(0)
  const wrong = await runCli(['healthcheck', `${server.boundUrl}/no/such`])
  expect([wrong.code, wrong.stderr]).toEqual([8, expect.stringContaining('responded with 404')])
})

test('healthcheck fails without a server', async () => {
  const { code, stderr } = await runCli(['healthcheck', 'http://127.0.0.1:9'])
  expect([code, stderr]).toEqual([8, expect.stringContaining('did not respond')])
})
