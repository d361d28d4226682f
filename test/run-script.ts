import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import process, { argv, env, execPath, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { FIGURES_VARIABLE, type Figure } from './bench/support/table.ts'
import { RESULT_VARIABLE, type SoakResult } from './support/soak.ts'

/**
 * `npm run bench [NAME…]` and `npm run soak [NAME…] [VARIABLE=VALUE…]`: runs all or the named scripts of the folder,
 * each in a separate process with these variables, and prints a summary. `TO=docs/performance.md` writes that of benches, after each of
 * them, and keeps the rows of those that do not run.
 */
interface Run {
  name: string
  seconds: number
  exitCode: number
  result: SoakResult | undefined
  figures: readonly Figure[]
}

const [folder = '', ...words] = argv.slice(2)
const asked = words.filter((word) => !word.includes('='))
const given = Object.fromEntries(
  words.filter((word) => word.includes('=')).map((word) => word.split(/=(.*)/s, 2)),
) as Record<string, string>
const base = new URL(`${folder}/`, import.meta.url)
const known = (await readdir(base))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const unknown = asked.filter((name) => !known.includes(name))

if (unknown.length > 0) {
  console.error(
    `There is no ${folder} called ${unknown.join(', ')}. There are: ${known.join(', ')}`,
  )
  exit(2)
}

const areCampaigns = basename(folder) === 'soak'
const today = new Date().toISOString().slice(0, 10)
const earlierRows = areCampaigns ? [] : await readRows(given.TO)
const runs: Run[] = []
for (const name of asked.length > 0 ? asked : known) {
  runs.push(await run(name))
  // An interruption loses only the figures of the bench that it ends.
  if (!areCampaigns && given.TO !== undefined) await writePage(given.TO)
}
if (areCampaigns) printTable(runs)
else console.log(`\n${showFigures(runs)}`)
exit(runs.some(({ exitCode }) => exitCode !== 0) ? 1 : 0)

async function run(name: string): Promise<Run> {
  console.log(`\n== ${folder} ${name}`)
  await using results = await mkdtempDisposable(join(tmpdir(), 'catalog-run-'))
  const file = join(results.path, 'result.json')
  const figures = join(results.path, 'figures.ndjson')
  const began = performance.now()
  const child = spawn(execPath, [fileURLToPath(new URL(`${name}.ts`, base))], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...given, [RESULT_VARIABLE]: file, [FIGURES_VARIABLE]: figures },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return {
    name,
    seconds: (performance.now() - began) / 1000,
    exitCode: code ?? 1,
    result: text === undefined ? undefined : (JSON.parse(text) as SoakResult),
    figures: (await readFile(figures, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Figure),
  }
}

async function writePage(file: string): Promise<void> {
  await writeFile(file, showFigures(runs))
  execFileSync('oxfmt', [file], { stdio: 'ignore' })
}

/** Reads the rows of a page that was written before. */
async function readRows(file = ''): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return [...text.matchAll(/^\| `.*$/gm)].map(([row]) => row)
}

/** Returns the figures of benches as a page in Markdown. */
function showFigures(ended: readonly Run[]): string {
  const kept = earlierRows.filter(
    (row) => !ended.some(({ name }) => row.startsWith(`| \`${name}\``)),
  )
  const rows = ended.flatMap(({ name, figures }) =>
    figures.map(
      ({ what, figure, against }) =>
        `| \`${name}\` | ${what} | ${figure} | ${against} | ${today} |`,
    ),
  )
  const [{ model } = { model: 'unknown' }, ...others] = cpus()
  const machine = `${others.length + 1} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`
  const failed = ended.filter(({ exitCode }) => exitCode !== 0)
  return [
    '# Performance\n',
    'The figures of `npm run bench`, each with the limit at which the bench fails, or what was measured beside it.\n',
    `Measured on ${today}: ${machine}, load ${loadavg()[0]?.toFixed(1)} at the end.\n`,
    ...failed.map(({ name }) => `\`${name}\` failed: see its output.\n`),
    '| Bench | What | Figure | Limit or peer | Day |\n| --- | --- | --- | --- | --- |',
    `${[...kept, ...rows].toSorted(compareBenches).join('\n')}\n`,
    `It took ${ended.map(({ name, seconds }) => `\`${name}\` ${showDuration(seconds)}`).join(', ')}.\n`,
  ].join('\n')
}

/** By the name, so that the figures of a bench stay in their order. */
function compareBenches(one: string, other: string): number {
  const [first = '', second = ''] = [one, other].map((row) => row.split('`')[1])
  return first < second ? -1 : Number(first > second)
}

function showDuration(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`
}

function printTable(ended: readonly Run[]): void {
  const rows = ended.map(({ name, seconds, exitCode, result }) => [
    name,
    result?.size ?? '',
    String(result?.seed ?? ''),
    `${(seconds / 60).toFixed(1)} min`,
    exitCode === 0 ? 'passed' : `FAILED${result ? ` (${result.failures})` : ''}`,
    Object.entries(result?.figures ?? {})
      .map(([figure, value]) => `${figure.replaceAll('_', ' ')} ${value}`)
      .join(', '),
  ])
  const lines = [['campaign', 'size', 'seed', 'duration', 'result', 'figures'], ...rows]
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  )
  console.log(`\n== summary`)
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
}
