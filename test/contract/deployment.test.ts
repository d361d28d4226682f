import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createCli } from '../../src/cli/cli.ts'
import { createProgram } from '../../src/cli/program.ts'
import { SETTINGS } from '../../src/core/config/settings.ts'
import { measureReplica } from '../../src/server/metrics/measure-replica.ts'
import { routes } from '../../src/server/routes/index.ts'
import { startTestServer } from '../support/test-server.ts'

const folder = fileURLToPath(new URL('../../fixtures/deploy', import.meta.url))
const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const files = await Promise.all(
  entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
)
const all = files.join('\n')

/** Returns the distinct first groups of all matches. */
const findAll = (pattern: RegExp, text = all): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
]

test('the files for deployment name settings that exist', () => {
  const known = Object.values(SETTINGS).flatMap(({ env }) => [env, `${env}_FILE`])
  const named = findAll(/\b(CATALOG_[A-Z_]+)/g)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('the files for deployment name commands, options and addresses that exist', async () => {
  const program = await createProgram(createCli(), () => undefined)
  const lines = all.replaceAll(
    /\["catalog", (.*?)\]/g,
    (_, words: string) => `bin/catalog ${words.replaceAll(/[",]/g, '')}`,
  )
  const commands = findAll(/(?:bin\/|with: |run |names: |# )catalog ([a-z][^\n>"']*)/g, lines)
  expect(commands.length).toBeGreaterThan(7)
  for (const command of commands) {
    const words = command.trim().split(' ')
    const { found, path } = findCommand(program, words)
    expect(found.commands, `catalog ${command}`).toEqual([])
    const options = [...found.options, ...program.options].map(({ long }) => long)
    const given = words.slice(path.length).filter((word) => word.startsWith('--'))
    expect(options, `catalog ${command}`).toEqual(expect.arrayContaining(given))
  }
  const addresses = findAll(/archive\.example\.org(\/[a-z]\S*)/g)
  const paths = routes.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(addresses.filter((path) => !/\.\w+$/.test(path))))
})

function findCommand(program: CommandUnknownOpts, words: readonly string[]) {
  let found = program
  const path: string[] = []
  for (const word of words) {
    const next = found.commands.find((command) => command.name() === word)
    if (!next) break
    found = next
    path.push(word)
  }
  return { found, path }
}

test('alerts and panels, and the documentation, name metrics that exist', async () => {
  await using server = await startTestServer({ metrics: '0' })
  const shown = await (await fetch(server.metricsUrl!)).text()
  const replica = new Registry()
  measureReplica(replica, {
    canAnswer: () => true,
    lagSeconds: () => 0,
    failedReads: () => 0,
  } as unknown as Parameters<typeof measureReplica>[1])
  const known = findAll(/^# TYPE (\w+)/gm, `${shown}${await replica.metrics()}`)
  const guide = await readFile(new URL('../../docs/host.md', import.meta.url), 'utf8')
  const documented = findAll(/^\| `(\w+)` /gm, guide.split('## Monitoring')[1]!.split('\n## ')[0])
  expect(known).toEqual(expect.arrayContaining(documented))
  const labels = new Map(
    [...guide.matchAll(/^\| `(catalog_\w+)` +\|([^|]*)\|/gm)].map(([, name = '', cell = '']) => [
      name,
      findAll(/`(\w+)`/g, cell),
    ]),
  )
  expect([...labels.keys()].toSorted()).toEqual(
    known.filter((name) => name.startsWith('catalog_')).toSorted(),
  )
  const queries = await readQueries()
  expect(queries.length).toBeGreaterThan(30)
  for (const query of queries) {
    const selectors = [...query.matchAll(/\b([a-z]+_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g)].filter(
      ([, name = '']) => !FUNCTIONS.has(name),
    )
    for (const [, name = '', matchers = ''] of selectors) {
      const metric = known.includes(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')
      expect(known, query).toContain(metric)
      const own = [...(labels.get(metric) ?? []), 'instance', 'job']
      expect(own, query).toEqual(expect.arrayContaining(findAll(/(\w+)[=!]/g, matchers)))
    }
  }
})

/** Functions of PromQL, and the interval that Grafana fills in. */
const FUNCTIONS = new Set(['histogram_quantile', '__rate_interval', 'rate_interval'])

async function readQueries(): Promise<string[]> {
  const rules = await readFile(join(folder, 'prometheus/etc/prometheus/catalog.rules.yml'), 'utf8')
  const { groups } = parse(rules) as { groups: { rules: { expr: string }[] }[] }
  const dashboard = JSON.parse(
    await readFile(join(folder, 'grafana/var/lib/grafana/dashboards/catalog.json'), 'utf8'),
  ) as { panels: { targets: { expr: string }[] }[] }
  return [
    ...groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
}
