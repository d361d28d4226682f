import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath, umask } from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SOURCE_TEXTS } from '../support/new-source.ts'
import { startTestServer } from '../support/test-server.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { findFreePorts } from '../support/node-processes.ts'
import { runCli, type CliResult } from '../support/test-cli.ts'

const run = promisify(execFile)

interface File {
  path: string
  content: string
}

const guide = await readFile(new URL('../../docs/deployment.md', import.meta.url), 'utf8')

/** Writes the files of `catalog admin deploy` below a folder. */
async function deploy(folder: string, ...words: string[]): Promise<CliResult> {
  return await runCli(['admin', 'deploy', ...words, '--to', folder, '--json'])
}

/** Whether a program is missing, so that its check has to be skipped. */
function isMissing(program: string): boolean {
  if (existsSync(program)) return false
  if (env.CATALOG_REQUIRE_SERVERS === '1') throw new Error(`${program} is not installed.`)
  console.log(`Skipped, because ${program} is not installed.`)
  return true
}

const ANALYZE = '/usr/bin/systemd-analyze'

test.skipIf(isMissing(ANALYZE))(
  'systemd accepts the units, and rates them as confined',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-unit-'))
    await deploy(folder.path, 'systemd')
    const place = join(folder.path, 'etc/systemd/system')
    const units = (await readdir(place)).map((name) => join(place, name))
    expect(units).toHaveLength(3)
    for (const unit of units) {
      // Fails above an exposure of 2 out of 10.
      if (unit.endsWith('.service'))
        await run(ANALYZE, ['security', '--offline=true', '--threshold=20', unit])
      const content = (await readFile(unit, 'utf8')).replaceAll('/usr/local/bin/catalog', execPath)
      await writeFile(unit, content.replaceAll(/^(?:User|Group)=.*/gmv, ''))
    }
    for (const unit of units) {
      const { stdout, stderr } = await run(ANALYZE, ['verify', '--man=no', unit])
      expect(stdout + stderr).not.toContain('catalog')
    }
  },
)

test('the unit of the server leaves image processes what they need', async () => {
  const unit = JSON.parse((await runCli(['admin', 'deploy', 'systemd', '--json'])).stdout) as File[]
  const { content } = unit.find(({ path }) => path.endsWith('catalog.service'))!
  expect(content).toContain('\nRestrictNamespaces=user net\n')
  expect(content).not.toMatch(/^(?:MemoryDenyWriteExecute|SystemCallFilter=~.*@resources)/m)
  expect(content).toContain('\nOOMPolicy=continue\n')
})

test.skipIf(isMissing('/usr/bin/caddy'))('Caddy accepts its configuration', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-caddy-'))
  await deploy(folder.path, 'caddy')
  const file = join(folder.path, 'etc/caddy/Caddyfile')
  const home = { ...env, HOME: folder.path }
  const words = ['validate', '--adapter', 'caddyfile', '--config', file]
  const { stdout } = await run('/usr/bin/caddy', words, { env: home })
  expect(stdout).toContain('Valid configuration')
})

test.skipIf(isMissing(NGINX))('nginx accepts its configurations', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-nginx-'))
  const [certificate, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  const subject = ['-subj', '/CN=archive.example.org', '-days', '1']
  const files = ['-keyout', key, '-out', certificate]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
  for (const words of [[], ['--node', 'node-a:1', '--node', '[::1]:8000']]) {
    const { stdout } = await runCli(['admin', 'deploy', 'nginx', ...words])
    const server = stdout
      .replace('/etc/ssl/archive.example.org.pem', certificate)
      .replace('/etc/ssl/archive.example.org.key', key)
      .replace('node-a:1', '127.0.0.1:8001')
    const main = join(folder.path, 'nginx.conf')
    await writeFile(main, `pid ${folder.path}/pid;\nevents {}\nhttp {\n${server}\n}\n`)
    const { stderr } = await run(NGINX, ['-t', '-e', 'stderr', '-c', main])
    expect(stderr).toContain('test is successful')
    expect(server.includes('192.0.2.')).toBe(false)
  }
})

test.skipIf(isMissing(NGINX))(
  'nginx passes requests on, and says when to try again while no server answers',
  async () => {
    await using server = await startTestServer({ dev: false, trustProxy: '1' })
    const [first = 0, second = 0, third = 0] = await findFreePorts(3)
    await using proxy = await startNginx(first, [Number(new URL(server.boundUrl).port)])
    const body = new Uint8Array(2_000_000)
    expect((await fetch(`${proxy.url}/healthz`)).status).toBe(200)
    // Larger than the default of nginx: the server itself refuses it.
    const upload = await fetch(`${proxy.url}/upload/incoming/1`, { method: 'PUT', body })
    expect(upload.headers.get('content-type')).toContain('json')
    for (const [port, nodes] of [
      [second, [9]],
      [third, [9, 10]],
    ] as const) {
      await using waiting = await startNginx(port, nodes)
      const { status, headers } = await fetch(`${waiting.url}/healthz`)
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    }
  },
)

const PROMTOOL = '/usr/bin/promtool'

test.skipIf(isMissing(PROMTOOL))('Prometheus accepts the alerts, and raises them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-rules-'))
  await deploy(folder.path, 'prometheus')
  const place = join(folder.path, 'etc/prometheus')
  const rules = await readFile(join(place, 'catalog.rules.yml'), 'utf8')
  const settings = join(place, 'prometheus.yml')
  const comment = rules.slice(0, rules.indexOf('\n\n')).split('\n').slice(2)
  await writeFile(settings, comment.map((line) => line.slice(2)).join('\n'))
  expect((await run(PROMTOOL, ['check', 'config', settings])).stdout).toContain('13 rules found')
  await writeFile(join(place, 'test.yml'), ALERTS)
  await run(PROMTOOL, ['test', 'rules', join(place, 'test.yml')])
  const dashboard = JSON.parse((await runCli(['admin', 'deploy', 'grafana'])).stdout) as Dashboard
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const panels = queries.map((query, at) => ({
    record: `panel:${at}`,
    expr: query.replaceAll('$__rate_interval', '5m'),
  }))
  const file = join(place, 'panels.yml')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: panels }] }))
  const checked = await run(PROMTOOL, ['check', 'rules', file])
  expect(checked.stdout).toContain(`${queries.length} rules found`)
})

interface Dashboard {
  panels: { targets: { expr: string }[] }[]
}

/** Too old a backup, and a disk that is almost full; and neither. */
const ALERTS = `
rule_files: [catalog.rules.yml]
evaluation_interval: 10m
tests:
  - interval: 10m
    input_series:
      - { series: 'catalog_backup_age_seconds{instance="old"}', values: '200000x20' }
      - { series: 'catalog_backup_age_seconds{instance="none"}', values: '9e99x20' }
      - { series: 'catalog_backup_age_seconds{instance="new"}', values: '2000x20' }
      - { series: 'catalog_storage_bytes{instance="full", space="free"}', values: '5x20' }
      - { series: 'catalog_storage_bytes{instance="full", space="total"}', values: '100x20' }
      - { series: 'catalog_storage_bytes{instance="new", space="free"}', values: '50x20' }
      - { series: 'catalog_storage_bytes{instance="new", space="total"}', values: '100x20' }
    promql_expr_test:
      - expr: count by (alertname, instance) (ALERTS{alertstate="firing"})
        eval_time: 3h
        exp_samples:
          - { labels: '{alertname="CatalogBackupOld", instance="old"}', value: 1 }
          - { labels: '{alertname="CatalogBackupOld", instance="none"}', value: 1 }
          - { labels: '{alertname="CatalogDiskAlmostFull", instance="full"}', value: 1 }
`

test('fills in the settings of the host, and never overwrites a file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-deploy-'))
  const settings = {
    CATALOG_DATA: '/var/lib/catalog',
    CATALOG_BACKUPS: '/srv/catalog-backups',
    CATALOG_FILES: '/mnt/files',
    CATALOG_BASE_URL: 'https://photos.example.net/old',
    CATALOG_PORT: '8123',
    CATALOG_METRICS: '9000',
  }
  const read = async (...words: string[]) =>
    (await runCli(['admin', 'deploy', ...words], { env: settings })).stdout
  const units = await read('systemd')
  expect(units).toContain('# /etc/catalog.env\n')
  expect(units).toContain('\nCATALOG_BASE_URL=https://photos.example.net/old\n')
  expect(units).toContain('\nRequiresMountsFor=/var/lib/catalog /mnt/files\n')
  expect(units).toContain(
    '\nReadWritePaths=/var/lib/catalog /mnt/files\nReadWritePaths=/srv/catalog-backups\n',
  )
  expect(units.match(/^[A-Z].*\/srv\/catalog.*$/gmv)).toEqual([
    'CATALOG_BACKUPS=/srv/catalog-backups',
    'RequiresMountsFor=/srv/catalog-backups',
    'ReadWritePaths=/srv/catalog-backups',
  ])
  expect(units).not.toMatch(/archive\.example|\/mnt\/backups/)
  const nginx = await read('nginx')
  expect(nginx).toContain('server_name photos.example.net;')
  expect(nginx).toContain('proxy_pass http://127.0.0.1:8123;')
  expect(await read('caddy')).toMatch(
    /^photos\.example\.net \{\n\treverse_proxy 127\.0\.0\.1:8123 /m,
  )
  expect(await read('prometheus')).toContain("targets: ['127.0.0.1:9000']")
  const file = join(folder.path, 'etc/caddy/Caddyfile')
  expect(JSON.parse((await deploy(folder.path, 'caddy')).stdout)).toEqual([
    { path: file, state: 'written' },
  ])
  expect(JSON.parse((await deploy(folder.path, 'caddy')).stdout)).toMatchObject([
    { state: 'unchanged' },
  ])
  await writeFile(file, 'of the administrator')
  const { stdout, stderr } = await deploy(folder.path, 'caddy')
  expect(JSON.parse(stdout)).toMatchObject([{ state: 'different' }])
  expect(stderr).toContain('left as they are')
  expect(await readFile(file, 'utf8')).toBe('of the administrator')
  await deploy(folder.path, 'systemd')
  const { mode } = await stat(join(folder.path, 'etc/catalog.env'))
  expect(mode & 0o777).toBe(0o640 & ~umask())
})

test('backs up only the database of a catalog whose files are in a bucket', async () => {
  const env = { CATALOG_STORAGE_URL: 's3://archive/catalog' }
  const { stdout } = await runCli(['admin', 'deploy', 'systemd'], { env })
  expect(stdout).toContain(' admin backup create --database-only --quiet\n')
})

test('prints no backup for PostgreSQL, which has tools of its own', async () => {
  const env = { CATALOG_DATABASE_URL: 'postgres://127.0.0.1/catalog' }
  const { stdout } = await runCli(['admin', 'deploy', 'systemd'], { env })
  expect(stdout.match(/^# \/etc\/systemd.*/gmv)).toEqual(['# /etc/systemd/system/catalog.service'])
})

test('warns of paths that the units cannot reach', async () => {
  const home = await runCli(['admin', 'deploy', 'systemd', '--data', '/home/ada/catalog'])
  expect(home.stderr).toContain('The units cannot use /home/ada/catalog')
  const proxy = await runCli(['admin', 'deploy', 'caddy', '--data', '/home/ada/catalog'])
  expect(proxy.stderr).not.toContain('cannot use')
  const data = await runCli(['admin', 'deploy', 'systemd', '--data', '/srv/homes'])
  expect(data.stderr).not.toContain('/srv/homes')
})

test('accepts only addresses of nodes, those only for nginx, and plain directories', async () => {
  const data = await runCli(['admin', 'deploy', 'systemd', '--data', '/srv/old photos'])
  expect([data.code, data.stderr]).toEqual([2, expect.stringContaining('/srv/old photos')])
  const wrong = await runCli(['admin', 'deploy', 'nginx', '--node', 'a:1; include /etc/passwd'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('such as 192.0.2.11')])
  const other = await runCli(['admin', 'deploy', 'caddy', '--node', 'a:1'])
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('nginx only')])
})

test('moves a catalog with the commands of the guide', async () => {
  await using server = await startTestServer()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-move-'))
  const [dump, copy] = [join(folder.path, 'dump'), join(folder.path, 'copy')]
  await runCli([
    'admin',
    'source',
    'create',
    ...SOURCE_TEXTS,
    '--name',
    'Town archive',
    '--data',
    server.data,
  ])
  const commands = guide
    .match(/^catalog admin (?:dump|load) .*/gmv)!
    .map((line) => line.split(' ').slice(1))
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
  const there = ['healthcheck', '--url', server.boundUrl]
  expect((await runCli(there, { env: { CATALOG_PORT: '9' } })).code).toBe(0)
  expect((await runCli([...there, server.boundUrl])).code).toBe(2)
  const wrong = await runCli(['healthcheck', `${server.boundUrl}/no/such`])
  expect([wrong.code, wrong.stderr]).toEqual([8, expect.stringContaining('responded with 404')])
})

test('healthcheck refuses a profile, which names an instance of client commands', async () => {
  const { code, stderr } = await runCli(['healthcheck', '--profile', 'archive'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--profile')])
})

test('healthcheck fails without a server', async () => {
  const { code, stderr } = await runCli(['healthcheck', 'http://127.0.0.1:9'])
  expect([code, stderr]).toEqual([8, expect.stringContaining('did not respond')])
})
