import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { createCli } from '../../src/cli/cli.ts'
import { findPresentName, pathOf } from '../../src/cli/command.ts'
import { createProgram } from '../../src/cli/program.ts'
import { runCli } from '../support/test-cli.ts'
import { openTestCatalog } from '../support/open-catalog.ts'

/** Lists the commands that have no subcommands. @param isListed whether help lists them all */
function listCommands(command: CommandUnknownOpts, isListed = true): string[] {
  const listed = new Set(command.createHelp().visibleCommands(command))
  const members = command.commands.flatMap((member) =>
    listed.has(member) === isListed || !isListed ? listCommands(member, isListed) : [],
  )
  return command.commands.length > 0 ? members : [pathOf(command)]
}

test('each deprecated command names one that exists', async () => {
  const program = await createProgram(createCli(), () => undefined)
  const listed = new Set(listCommands(program))
  const deprecated = listCommands(program, false).filter((path) => !listed.has(path))
  expect(deprecated).toContain('catalog admin subject list')
  expect(deprecated.filter((path) => !listed.has(findPresentName(path)))).toEqual([])
})

test.for([
  [
    'admin collection list',
    'catalog collection list --data DIR instead. The member images is now image_count. A collection is visible if it and its source are public (see catalog source list).',
  ],
  ['admin subject list', 'catalog subject records --data DIR instead.'],
])('says on standard error what replaces the deprecated %s', async ([words = '', present]) => {
  await using catalog = await openTestCatalog()
  const command = [...words.split(' '), '--data', catalog.data]
  const told = await runCli(command)
  expect(told.stderr).toBe(`catalog ${words} is deprecated. Use ${present}\n`)
  const quiet = await runCli([...command, '--quiet'])
  expect(quiet).toMatchObject({ code: 0, stderr: '', stdout: told.stdout })
  const json = await runCli([...command, '--json'])
  expect(json).toMatchObject({ code: 0, stderr: '' })
})
