import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { flagOf, settingNames } from '../../src/core/config/config.ts'
import { SETTINGS } from '../../src/core/config/settings.ts'

const root = new URL('../../', import.meta.url)

/** Returns the cells of all tables of a page, row by row, without their headings. */
async function readTables(path: string): Promise<string[][]> {
  const page = await readFile(new URL(path, root), 'utf8')
  const tables = page.match(/(?:^\|.*\n)+/gm) ?? []
  return tables.flatMap((table) =>
    table
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  )
}

test('the page of settings lists each with its flag, variable, default and meaning', async () => {
  const rows = settingNames().map((name) => {
    const setting = SETTINGS[name]
    const secret = 'secret' in setting && setting.secret === true
    return [
      secret ? '' : `\`${flagOf(name)}\``,
      `\`${setting.env}\``,
      setting.fallback === null ? '' : `\`${setting.fallback}\``,
      setting.meaning,
    ]
  })
  expect(await readTables('docs/settings.md')).toEqual(rows)
})

test('the index of the documentation links every page once', async () => {
  const rows = await readTables('docs/README.md')
  const linked = rows.map(([link]) => /\((.*)\)$/.exec(link!)![1]!)
  const pages = await readdir(new URL('docs/', root))
  const others = pages.filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(linked.toSorted()).toEqual(others.toSorted())
})
