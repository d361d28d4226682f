import { access, readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { flagOf, settingNames } from '../../src/core/config/config.ts'
import { SETTINGS } from '../../src/core/config/settings.ts'
import { routes } from '../../src/server/routes/index.ts'

const root = new URL('../../', import.meta.url)
const readme = await readFile(new URL('README.md', root), 'utf8')

/** Returns the cells of the table below a heading, row by row. */
function tableBelow(heading: string): string[][] {
  const section = readme.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('the README has no heading twice', () => {
  const headings = readme.match(/^## .+$/gm) ?? []
  expect(headings).toEqual([...new Set(headings)])
})

test('the README lists every setting with its flag, variable, default and meaning', () => {
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
  expect(tableBelow('Settings')).toEqual(rows)
})

test('the README lists every route of the interface', () => {
  const listed = tableBelow('The interface').map(([method, path]) => `${method} ${path}`)
  const served = routes
    .filter(({ path }) => /^\/(api|oauth)\//.test(path))
    .map(({ method, path }) => `${method} \`${path.replaceAll(/:(\w+)/g, '{$1}')}\``)
  expect(listed.toSorted()).toEqual(served.toSorted())
})

test('the README links every page of the documentation', async () => {
  const linked = tableBelow('Documentation').map(([link]) => /\((docs\/.*)\)$/.exec(link!)?.[1])
  const pages = await readdir(new URL('docs/', root))
  expect(new Set(linked)).toEqual(new Set(pages.map((name) => `docs/${name}`)))
})

test('every path in the layout exists', async () => {
  const paths = tableBelow('Layout').map(([path]) => path!.replaceAll('`', ''))
  await Promise.all(paths.map((path) => access(new URL(path, root))))
})
