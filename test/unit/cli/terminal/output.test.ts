import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cli } from '../../../../src/cli/cli.ts'
import { printDocument, printRecord } from '../../../../src/cli/terminal/output.ts'

test('prints the same JSON document in pieces as at once', () => {
  const row = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })
  fc.assert(
    fc.property(row, fc.array(row, { maxLength: 4 }), (members, rows) => {
      let written = ''
      const stdout = { write: (text: string) => (written += text) !== '' }
      const first = { schema: 'catalog.test/1', ...members }
      printDocument({ stdout, globals: {} } as unknown as Cli, first, rows)
      expect(written).toBe(`${JSON.stringify({ ...first, rows }, null, 2)}\n`)
    }),
    { numRuns: 200, seed: 1 },
  )
})

test('prints no control character of a member name', () => {
  let written = ''
  const stdout = { write: (text: string) => (written += text) !== '' }
  const cli = { stdout, globals: { output: 'human' } } as unknown as Cli
  printRecord(cli, { '\u001b[31mred\nline': 1 })
  expect(written).toBe('\ufffd[31mred line:  1\n')
})
