import { readdir, readFile } from 'node:fs/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { createCli } from '../../src/cli/cli.ts'
import { createProgram } from '../../src/cli/program.ts'
import {
  listPages,
  parseCommands,
  readDocumentedLines,
  readPage,
} from '../support/documented-commands.ts'

const pages = await Promise.all(
  (await listPages()).map(async (page) => ({ page, text: await readPage(page) })),
)

/** Options of npm. */
const OF_OTHERS = ['--omit']

const cli = createCli()

/** Returns what is wrong with a command line, without running the command. */
async function findUsageError(words: readonly string[]): Promise<string | undefined> {
  let message = ''
  const program = await createProgram(cli, (text) => void (message += text), words)
  disarm(program)
  try {
    await program.parseAsync(words, { from: 'user' })
    return undefined
  } catch (error) {
    return message || String(error)
  }
}

/** Replaces the action of every command. */
function disarm(command: CommandUnknownOpts): void {
  if (command.commands.length === 0) command.action(() => {})
  for (const member of command.commands) disarm(member)
}

test('every command of a block exists, with its arguments and options', async () => {
  const lines = (await Promise.all(pages.map(({ page }) => readDocumentedLines(page)))).flat()
  const commands = lines.flatMap(({ page, number, text }) =>
    parseCommands(text).map(({ words }) => ({ place: `${page}:${number}`, words })),
  )
  const own = commands.filter(({ words }) => words[0] === 'catalog' && words[1] !== '--version')
  expect(own.length).toBeGreaterThan(100)
  for (const { place, words } of own)
    expect(await findUsageError(words.slice(1)), `${place}: ${words.join(' ')}`).toBeUndefined()
})

test('every command within a text exists, with its options', async () => {
  const program = await createProgram(cli, () => undefined)
  const wrong = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/`(catalog [a-z][^`]*)`/g)]
      .map(([, line = '']) => line.replaceAll(/\s+/g, ' '))
      .filter((line) => !isKnown(program, line))
      .map((line) => `${page}: ${line}`),
  )
  expect(wrong).toEqual([])
})

/** Whether a line names a command, or a group of commands, and its options. */
function isKnown(program: CommandUnknownOpts, line: string): boolean {
  const [, ...words] = parseCommands(line)[0]?.words ?? []
  let found = program
  for (const word of words) {
    const next = found.commands.find(
      (command) => command.name() === word || command.aliases().includes(word),
    )
    if (!next) break
    found = next
  }
  const options = [
    ...found.options,
    ...program.options,
    ...found.commands.flatMap(({ options }) => options),
  ]
  const given = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/=.*/, ''))
  return (
    found !== program &&
    given.every((word) => word === '--help' || options.some(({ long }) => long === word))
  )
}

test('every option within a text exists', async () => {
  const program = await createProgram(cli, () => undefined)
  const known = new Set(['--help', ...OF_OTHERS, ...listOptions(program)])
  const unknown = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/`(--[a-z][a-z0-9-]+)/g)]
      .filter(([, option = '']) => !known.has(option))
      .map(([, option]) => `${page}: ${option}`),
  )
  expect(unknown).toEqual([])
})

function listOptions(command: CommandUnknownOpts): string[] {
  return [
    ...command.options.map(({ long }) => long ?? ''),
    ...command.commands.flatMap((member) => listOptions(member)),
  ]
}

test('a golden file has the output of each command of administration', async () => {
  const folder = new URL('../../fixtures/goldens/cli/', import.meta.url)
  const names = await readdir(folder)
  const goldens = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const ran = goldens.flatMap((text) => text.match(/^\$ catalog .*/gm) ?? [])
  const commands = [...(await readPage('docs/admin.md')).matchAll(/^\| `(catalog [a-z -]+)` /gm)]
  expect(commands.length).toBeGreaterThan(100)
  const missing = commands.filter(
    ([, command]) => !ran.some((line) => `${line} `.startsWith(`$ ${command} `)),
  )
  expect(missing.map(([, command]) => command)).toEqual([])
})
