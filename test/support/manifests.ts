import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { Finding } from '../../src/cli/tables/finding.ts'
import { readManifest, type ManifestOptions } from '../../src/cli/tables/manifest.ts'
import type { ManifestRow } from '../../src/cli/tables/manifest-row.ts'

export const HEADER = 'file,title,original_date,edtf_date'

/** A whole manifest: its rows, and the findings of reading it. */
export interface WholeManifest {
  rows: ManifestRow[]
  findings: Finding[]
}

/** Reads a manifest with this name and content. */
export async function readWhole(
  name: string,
  content: string | Uint8Array,
  options: Partial<ManifestOptions> = {},
): Promise<WholeManifest> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-manifest-'))
  const path = join(folder.path, name)
  await writeFile(path, content)
  return await readAll(path, options)
}

export async function readAll(
  path: string,
  options: Partial<ManifestOptions> = {},
): Promise<WholeManifest> {
  const manifest = await readManifest(path, { map: {}, set: {}, ...options })
  const rows: ManifestRow[] = []
  for await (const row of manifest.rows()) rows.push(row)
  return { rows, findings: [...manifest.findings, ...rows.flatMap((row) => row.findings)] }
}

/** Creates a ZIP archive with these members, without optional sizes and checksums. */
export function zipOf(members: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(members)) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listing, end])
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Creates a workbook from the XML of its only sheet and of other parts. */
export function workbookOf(
  sheet: string | Buffer,
  parts: Record<string, string | Buffer> = {},
): Buffer {
  return zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="Images" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  })
}

/** Creates the XML of a sheet with these rows; a cell is XML or a text. */
export function sheetOf(...rows: string[][]): string {
  const lines = rows.map((cells, index) => {
    const written = cells.map((cell) =>
      cell.startsWith('<c') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
    )
    return `<row r="${index + 1}">${written.join('')}</row>`
  })
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
}

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'

/** Creates a spreadsheet in OpenDocument format from the XML of its sheets, of its styles and of other parts. */
export function odsOf(
  sheets: string,
  parts: Record<string, string | Buffer> = {},
  styles = '',
): Buffer {
  return zipOf({
    mimetype: SPREADSHEET,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
    ...parts,
  })
}

/** Creates the XML of a sheet with these rows; a cell is XML or a text, and a row may be XML. */
export function odsSheetOf(...rows: (string[] | string)[]): string {
  const lines = rows.map((row) => {
    if (typeof row === 'string') return row
    return `<table:table-row>${row.map(toOdsCell).join('')}</table:table-row>`
  })
  return `<table:table table:name="Images" table:style-name="ta1">${lines.join('')}</table:table>`
}

function toOdsCell(cell: string): string {
  if (cell.startsWith('<')) return cell
  const type = 'office:value-type="string" calcext:value-type="string"'
  return `<table:table-cell ${type}><text:p>${cell}</text:p></table:table-cell>`
}
