import type { Cli } from '../cli.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { formatCount } from '../terminal/format.ts'
import { hint, print, printDocument } from '../terminal/output.ts'
import type { TableDiff } from './diff-tables.ts'

/** Prints the differences of two tables, and sets the exit code. */
export function reportDiff(cli: Cli, key: string, diff: TableDiff): void {
  const { differences, ...counts } = diff
  const isEqual = differences.length === 0
  if (cli.globals.output === 'json') {
    printDocument(cli, { schema: 'catalog.diff/1', equal: isEqual, key, ...counts }, differences)
  } else if (!isEqual || cli.globals.output !== 'human') {
    print(cli, differences, ['change', 'key', 'column', 'before', 'after'])
  }
  const { added, removed, changed, without_key } = counts
  const summary = `${formatCount(added, 'row')} added, ${removed} removed, ${changed} changed.`
  hint(cli, isEqual ? 'The tables have the same rows.' : summary)
  for (const [verb, columns] of [
    ['added', diff.columns_added],
    ['removed', diff.columns_removed],
  ] as const) {
    if (columns.length > 0) hint(cli, `Columns ${verb}: ${columns.join(', ')}.`)
  }
  if (without_key > 0) {
    hint(cli, `Not compared: ${formatCount(without_key, 'row')} without the column ${key}.`)
  }
  if (!isEqual) cli.exitCode = EXIT.different
}
