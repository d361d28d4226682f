import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { flagOf, hasFlag, settingNames } from '../../src/core/config/config.ts'
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
    return [
      hasFlag(name) ? `\`${flagOf(name)}\`` : '',
      `\`${setting.env}\``,
      typeof setting.fallback === 'object' ? '' : `\`${setting.fallback}\``,
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

test('every link between pages leads to a file and a heading', async () => {
  const names = (await readdir(new URL('docs/', root))).filter((name) => name.endsWith('.md'))
  const pages = ['README.md', 'src/core/edtf/README.md', ...names.map((name) => `docs/${name}`)]
  const checked = await Promise.all(pages.map(findBrokenLinks))
  expect(checked.flatMap(({ broken }) => broken)).toEqual([])
  expect(checked.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(300)
})

async function findBrokenLinks(path: string): Promise<{ broken: string[]; count: number }> {
  const links = [...(await readProse(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^(?:https?:|mailto:|\/)/.test(link))
  const broken = await Promise.all(
    links.map(async (link) => {
      const [file = '', heading] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      const exists = await access(new URL(target, root)).then(
        () => true,
        () => false,
      )
      if (exists && (heading === undefined || (await listHeadings(target)).has(heading))) return []
      return [`${path}: ${link}`]
    }),
  )
  return { broken: broken.flat(), count: links.length }
}

/** The anchors of a page on GitHub. */
async function listHeadings(path: string): Promise<Set<string>> {
  const headings = [...(await readProse(path)).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text!)
  const anchors = headings.map((text) =>
    text
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\d_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set(anchors)
}

/** Reads a page without its examples. */
async function readProse(path: string): Promise<string> {
  return (await readFile(new URL(path, root), 'utf8')).replaceAll(/```[^]*?```/g, '')
}
