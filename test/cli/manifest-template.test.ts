import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { COLUMNS } from '../../src/cli/tables/columns.ts'
import { openImportCli } from '../support/import-cli.ts'
import { runCli } from '../support/test-cli.ts'

const IMPORT_COLUMNS = COLUMNS.filter((column) => column !== 'image_id')

async function openFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-template-'))
  return {
    path: (name: string) => join(folder.path, name),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

test.each(['csv', 'tsv', 'jsonl', 'xlsx'])(
  'a template in %s is a manifest without rows',
  async (format) => {
    await using folder = await openFolder()
    const file = folder.path(`album.${format}`)
    const made = await runCli(['manifest', 'template', file, '--offline', '--json'])
    expect(made.code, made.stderr).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({ format, columns: IMPORT_COLUMNS.length })
    const words = ['import', 'check', file, '--offline', '--collection', '1', '--json']
    const { summary, findings } = JSON.parse((await runCli(words)).stdout)
    expect(summary).toMatchObject({ rows: 0, with_warnings: 0 })
    const codes = findings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(format === 'xlsx' ? ['manifest.empty'] : [])
  },
)

test('writes no CSV to a file of another format', async () => {
  await using folder = await openFolder()
  const { code, stderr } = await runCli(['manifest', 'template', folder.path('album.ods')])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--format: is required')])
})

test('writes a header with semicolons for European Excel', async () => {
  const { stdout } = await runCli(['manifest', 'template', '--excel-locale', 'eu'])
  const [header] = stdout.replace('\ufeff', '').split('\r\n')
  expect(header?.split(';')).toEqual(IMPORT_COLUMNS)
})

test('offers the licenses and subjects of the instance in a workbook', async () => {
  await using api = await openImportCli()
  await using folder = await openFolder()
  await api.seed.license({ name: 'cc-by-4.0', display_name: 'CC BY 4.0' })
  const subject = await api.seed.subject({ slug: 'old-bridge', title: '=Old Bridge' })
  const image = await api.seed.image({ collection_id: api.collection })
  await api.seed.tag(image, subject)
  const file = folder.path('album.xlsx')
  const made = await api.command(['manifest', 'template', file, '--json'])
  expect(JSON.parse(made.stdout)).toMatchObject({ subjects: 1 })
  const { sheets } = await readXlsx(await readFile(file))
  const [images, columns, lists] = sheets
  expect(sheets.map(({ name }) => name)).toEqual(['Images', '_Columns', '_Lists'])
  expect(images?.rows[0]).toEqual(IMPORT_COLUMNS)
  expect(images?.freezePane).toMatchObject({ rows: 1 })
  expect(columns?.rows).toHaveLength(IMPORT_COLUMNS.length + 1)
  const { length } = JSON.parse((await fetchText(`${api.server.baseUrl}/api/v2/licenses/`)) ?? '[]')
  expect(lists?.rows.map(([license]) => license)).toContain('cc-by-4.0')
  expect(lists?.rows[1]?.slice(2)).toEqual(['old-bridge', '=Old Bridge'])
  const validations = images?.dataValidations ?? []
  const formulas = validations.flatMap(({ type, formula1, range }) =>
    type === 'list' && formula1?.includes('_Lists') ? [`${range} ${formula1}`] : [],
  )
  expect(formulas).toEqual([
    `J2:J1048576 '_Lists'!$A$2:$A$${length + 1}`,
    `M2:M1048576 '_Lists'!$C$2:$C$2`,
  ])
})

async function fetchText(url: string): Promise<string> {
  return await (await fetch(url)).text()
}

test('goes on without an instance', async () => {
  await using folder = await openFolder()
  const alone = await runCli(['manifest', 'template', folder.path('a.xlsx')])
  expect(alone.code).toBe(0)
  expect(alone.stderr).toContain('Without the licenses and subjects of an instance')
  const env = { CATALOG_URL: 'http://127.0.0.1:9' }
  const unreachable = await runCli(['manifest', 'template', folder.path('b.xlsx')], { env })
  expect(unreachable.code).toBe(0)
  expect(unreachable.stderr).toContain('Without the licenses and subjects of an instance')
})

test('replaces a template only with --force', async () => {
  await using folder = await openFolder()
  const words = ['manifest', 'template', folder.path('a.xlsx'), '--offline']
  expect((await runCli(words)).code).toBe(0)
  expect((await runCli(words)).code).toBe(9)
  expect((await runCli([...words, '--force'])).code).toBe(0)
})
