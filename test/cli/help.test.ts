import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { createCli } from '../../src/cli/cli.ts'
import { getExamples } from '../../src/cli/help/screens.ts'
import { createProgram } from '../../src/cli/program.ts'
import { runCli } from '../support/test-cli.ts'

const program = await createProgram(createCli(), () => undefined)
const COMMANDS = allCommands(program, [])
/** Commands whose output is not recorded. */
const UNRECORDED: Record<string, string> = {
  serve: 'runs until it is stopped',
  demo: 'runs until it is stopped',
  doctor: 'depends on the machine',
}

/** Commands that print text in any format. */
const TEXTS = ['help', 'completion', 'options']

const LEAVES = COMMANDS.filter(
  (path) => commandAt(path.split(' ')).commands.length === 0 && !(path in UNRECORDED),
)
const GOLDENS = new URL('../../fixtures/goldens/', import.meta.url)

test.each([...Map.groupBy(COMMANDS, (path) => path.split(' ')[0]!)])(
  'the help screens of `catalog %s` match the golden file',
  async (noun, paths) => {
    const screens = await Promise.all(paths.map((path) => helpOf(path)))
    const text = screens.join(`\n${'='.repeat(80)}\n\n`)
    const golden = new URL(`help/${noun || 'catalog'}.txt`, GOLDENS)
    if (process.env.UPDATE_GOLDENS) await writeFile(golden, text)
    expect(text, 'If you intended this: npm run goldens').toBe(await readFile(golden, 'utf8'))
  },
)

test('the output of every command is in the golden files, for people and as JSON', async () => {
  const names = await readdir(new URL('cli/', GOLDENS))
  const texts = names.map((name) => readFile(new URL(`cli/${name}`, GOLDENS), 'utf8'))
  const lines = (await Promise.all(texts)).flatMap((text) =>
    [...text.matchAll(/^\$ catalog (.*)$/gm)].map(([, line]) => line!),
  )
  const isRecorded = (path: string, asJson: boolean) =>
    lines.some(
      (line) =>
        `${line} `.startsWith(`${path.replace(/ run$/, '')} `) &&
        line.includes('--json') === asJson,
    )
  expect(LEAVES.filter((path) => !isRecorded(path, false))).toEqual([])
  expect(LEAVES.filter((path) => !isRecorded(path, true))).toEqual(TEXTS)
})

test('every help screen fits a terminal of 80 columns', async () => {
  for (const path of COMMANDS) {
    const wide = (await helpOf(path)).split('\n').filter((line) => line.length > 80)
    expect(wide, path).toEqual([])
  }
})

test('every description and every option begins with a capital letter', () => {
  for (const path of COMMANDS) {
    const command = commandAt(path.split(' '))
    const texts = [command, ...command.options, ...command.registeredArguments].map((item) =>
      typeof item.description === 'function' ? item.description() : item.description,
    )
    for (const text of texts) expect(text, path).toMatch(/^[A-Z]/)
  }
})

test('lists the global options under `catalog help options` only', async () => {
  const topic = await runCli(['help', 'options'], { columns: 80 })
  expect(topic.code).toBe(0)
  expect(topic.stdout).toContain('--progress-interval <seconds>')
  expect((await runCli(['options'], { columns: 80 })).stdout).toBe(topic.stdout)
  const screen = await helpOf('import list')
  expect(screen).not.toContain('--progress-interval')
  expect(screen).toContain('catalog help options')
})

test('shows the options of `import run` under `catalog import --help`', async () => {
  const screen = await helpOf('import')
  for (const { long } of commandAt(['import', 'run']).options) expect(screen).toContain(long)
  expect(screen).toContain('status [import]')
})

test.each(COMMANDS)('`catalog %s` has two or three examples that name its options', (path) => {
  const command = commandAt(path.split(' '))
  const examples = getExamples(command)
  expect([2, 3]).toContain(examples.length)
  for (const example of examples) {
    const [name, ...words] = example.replaceAll('\\\n', '').split(' | ')[0]!.split(/\s+/)
    expect(name).toBe('catalog')
    const shown = commandAt(words)
    const run = shown.commands.filter((member) => member.name() === 'run')
    const known = [program, shown, ...run].flatMap(({ options }) => options.map(({ long }) => long))
    const used = words.filter((word) => word.startsWith('--'))
    expect(known, example).toEqual(expect.arrayContaining(used))
  }
})

async function helpOf(path: string): Promise<string> {
  const words = path.split(' ').filter((word) => word !== '')
  const { code, stdout } = await runCli([...words, '--help'], { columns: 80 })
  expect(code).toBe(0)
  return stdout
}

function allCommands(command: CommandUnknownOpts, words: readonly string[]): string[] {
  const visible = command.createHelp().visibleCommands(command)
  const below = command.commands
    .filter((member) => visible.includes(member))
    .flatMap((member) => allCommands(member, [...words, member.name()]))
  return [words.join(' '), ...below]
}

/** The command that the first words name. */
function commandAt(
  words: readonly string[],
  from: CommandUnknownOpts = program,
): CommandUnknownOpts {
  const [name, ...rest] = words
  const member = from.commands.find((command) => command.name() === name)
  return member ? commandAt(rest, member) : from
}
