import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../run-script.ts', import.meta.url))
const TABLE = new URL('../bench/support/table.ts', import.meta.url).href

test('a bench that fails loses no figures, and another run keeps the rows of others', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-run-script-'))
  const benches = join(folder.path, 'bench')
  await mkdir(benches)
  const report = (...words: string[]) =>
    `import { reportFigure } from '${TABLE}'\nreportFigure(${JSON.stringify(words).slice(1, -1)})\n`
  await writeFile(
    join(benches, 'a-slow.ts'),
    `${report('a page', '20 ms', 'at most 10 ms')}process.exit(1)\n`,
  )
  await writeFile(join(benches, 'b-quick.ts'), report('a list', '2 ms', 'SQL: 1 ms'))
  const page = join(folder.path, 'performance.md')
  const run = (...names: string[]) =>
    execa(process.execPath, [SCRIPT, benches, ...names, `TO=${page}`], {
      reject: false,
      preferLocal: true,
    })
  expect(await run()).toMatchObject({ exitCode: 1 })
  const text = await readFile(page, 'utf8')
  expect(text).toContain('`a-slow` failed')
  expect(text).not.toContain('`b-quick` failed')
  expect(text).toMatch(/\| `a-slow` +\| a page +\| 20 ms +\| at most 10 ms \| \d{4}-/)
  expect(text).toMatch(/\| `b-quick` +\| a list +\| 2 ms +\| SQL: 1 ms +\|/)
  expect(await run('b-quick')).toMatchObject({ exitCode: 0 })
  const again = await readFile(page, 'utf8')
  expect(again.match(/^\| `.*$/gm)).toEqual(text.match(/^\| `.*$/gm))
  await execa('oxfmt', ['--check', page], { preferLocal: true })
})
