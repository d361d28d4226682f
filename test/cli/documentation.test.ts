import { readdir, readFile } from 'node:fs/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { createCli } from '../../src/cli/cli.ts'
import { createProgram } from '../../src/cli/program.ts'
import { COLUMN_HELP } from '../../src/cli/tables/column-help.ts'
import { COLUMNS } from '../../src/cli/tables/columns.ts'
import { EXIT, EXIT_MEANINGS, type ExitName } from '../../src/cli/terminal/exit-codes.ts'
import { KNOWN_MODELS } from '../../src/core/embedding/models/known-models.ts'
import { createAlbum } from '../support/album.ts'
import { plain } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'

const page = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')

/** Returns the cells of the table with this header, row by row. */
function table(...header: string[]): string[][] {
  const tables = page.split('\n\n').map((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^[| -]+$/.test(line))
      .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim())),
  )
  return tables.find(([first]) => first?.join() === header.join())?.slice(1) ?? []
}

test('the page lists every exit code with its meaning', () => {
  const told = table('Code', 'Name', 'Meaning')
  const coded = Object.entries(EXIT).map(([name, code]) => [
    String(code),
    name,
    EXIT_MEANINGS[name as ExitName],
  ])
  expect(told).toEqual(coded)
})

test('the page describes every column of a manifest as templates do', () => {
  const told = table('Column', 'What it holds').map((cells) =>
    cells.map((cell) => cell.replaceAll(/`|\\(?=\|)/g, '')),
  )
  expect(told).toEqual(COLUMNS.map((column) => [column, COLUMN_HELP[column]]))
})

test('the page mentions every command of the help screen', async () => {
  const { stdout } = await runCli(['--help'], { columns: 200 })
  const [list = ''] = stdout.split('Examples:\n')
  const commands = [...list.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name]) => name)
  const told = table('Command', 'What it does').map(([command]) => command)
  for (const name of commands.filter((name) => name !== 'help')) {
    expect(
      told.some((cell) => cell?.startsWith(`\`catalog ${name}`)),
      name,
    ).toBe(true)
  }
})

test('the page about semantic search lists the known models and the options to fetch them', async () => {
  const told = await readFile(new URL('../../docs/semantic-search.md', import.meta.url), 'utf8')
  for (const { name, repository, files } of KNOWN_MODELS) {
    const megabytes = Math.round(files.reduce((sum, { size }) => sum + size, 0) / 1e6)
    const row = told.split('\n').find((line) => line.startsWith(`| \`${name}\``))
    expect(row).toContain(`https://huggingface.co/${repository}`)
    expect(row).toContain(`${megabytes} MB`)
  }
  const { stdout } = await runCli(['model', 'fetch', '--help'], { columns: 200 })
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option!)
  for (const option of options) expect(told).toContain(option)
})

test('the page about administration lists every command with an example that exists', async () => {
  const told = await readFile(new URL('../../docs/admin.md', import.meta.url), 'utf8')
  const rows = [
    ...told.matchAll(
      /^\| `(catalog (?:admin|audit|flag|job|license|setting|source|collection|user) [a-z -]+)` *\| `(.+?)` *\|$/gm,
    ),
  ]
  const commands = listCommands(await createProgram(createCli(), () => undefined), 'catalog')
  const administration = commands.filter((path) =>
    /^catalog (admin|audit|flag|job|license|setting|source|collection|user) /.test(path),
  )
  expect(rows.map(([, command = '']) => command).toSorted()).toEqual(administration.toSorted())
  for (const [, command, example] of rows) expect(example).toMatch(new RegExp(`^${command}( |$)`))
})

/** The commands that have no subcommands. */
function listCommands(command: CommandUnknownOpts, path: string): string[] {
  const visible = command.createHelp().visibleCommands(command)
  const members = command.commands.filter((member) => visible.includes(member))
  if (members.length === 0) return [path]
  return members.flatMap((member) => listCommands(member, `${path} ${member.name()}`))
}

test('the page about manifests lists every code of the check', async () => {
  const told = await readFile(new URL('../../docs/manifest.md', import.meta.url), 'utf8')
  const source = new URL('../../src/cli/', import.meta.url)
  for (const folder of ['import/check', 'tables']) {
    for (const name of await readdir(new URL(`${folder}/`, source))) {
      if (!name.endsWith('.ts')) continue
      const text = await readFile(new URL(`${folder}/${name}`, source), 'utf8')
      const codes = [...text.matchAll(/'([a-z]+[a-z_0-9]*\.[a-z_0-9]+)',/g)].map(([, code]) => code)
      for (const code of codes) expect(told, `${name}: ${code}`).toContain(`\`${code}\``)
    }
  }
})

test('the manifest on the page passes the check', async () => {
  await using album = await createAlbum()
  const example = /```csv\n([^]*?)```/.exec(page)?.[1] ?? ''
  await album.file('album.csv', example)
  const tiff = await plain(8, 8, [1, 2, 3]).tiff().toBuffer()
  await album.file('scans/017.tif', tiff)
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1']
  expect((await runCli(words)).code).toBe(0)
})
