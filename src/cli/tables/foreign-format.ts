import { manifestFinding, type Finding } from './finding.ts'
import { isOpenDocument } from './ods/open-ods.ts'
import { sniffFormat } from '../../core/model/picture-format.ts'
import { WorkbookError } from './workbook-error.ts'
import type { Zip } from './zip.ts'

const ADVICE = 'Save the table as CSV, XLSX or ODS, and name that file.'

/** Signatures of files, decoded as Latin-1. */
const SIGNATURES: [start: string, name: string][] = [
  ['%PDF-', 'a PDF document'],
  ['{\\rtf', 'an RTF document'],
  ['\0\x01\0\0Standard Jet DB', 'a database of Microsoft Access'],
  ['\0\x01\0\0Standard ACE DB', 'a database of Microsoft Access'],
  ['\x03', 'a dBASE table (.dbf)'],
  ['SQLite format 3\0', 'a SQLite database'],
  ['\x1f\x8b', 'a compressed file (gzip), which must be unpacked first'],
  ['Rar!', 'an archive, which must be unpacked first'],
  ['7z\xbc\xaf', 'an archive, which must be unpacked first'],
]

/** Beginnings of files, decoded as Latin-1. */
const PATTERNS: [pattern: RegExp, name: string][] = [
  [/^\s*<(?:!doctype\s+html|html|head|table)\b/i, 'a web page, whatever its extension says'],
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'an XML spreadsheet of Excel 2003'],
  [/<office:document\b/, 'a flat OpenDocument file'],
  [/^(?:\xef\xbb\xbf)?\s*<\?xml\b/, 'an XML document'],
  [
    /^\s*\{\s*"(?:"\s*:\s*"WARNING! DO NOT EDIT|url"\s*:\s*"https:\/\/docs\.google\.com\/)/,
    'a link to a spreadsheet of Google. Download the spreadsheet as CSV or XLSX',
  ],
  [/^(?:\xef\xbb\xbf)?\s*\[\s*(?:\{|\]|$)/, 'a JSON array, not one JSON object on each line'],
]

/** Names the format of a file that is not a table; undefined if it may be one. */
export function reportForeignFile(head: Uint8Array): Finding | undefined {
  const start = Buffer.from(head).toString('latin1')
  const [, name = namePicture(head)] =
    SIGNATURES.find(([signature]) => start.startsWith(signature)) ??
    PATTERNS.find(([pattern]) => pattern.test(start)) ??
    []
  if (name === undefined) return undefined
  return manifestFinding('manifest.format', `The file is ${name}. ${ADVICE}`)
}

function namePicture(head: Uint8Array): string | undefined {
  const picture = sniffFormat(Buffer.from(head))
  return picture && `a picture (${picture.title}). To import a picture, list it in a table`
}

/** Members of archives that are not workbooks which can be read. */
const MEMBERS: [member: string, name: string][] = [
  ['xl/workbook.bin', 'a binary workbook (.xlsb). Save it as .xlsx'],
  ['word/document.xml', 'a Word document. Save its table as CSV or XLSX'],
  ['ppt/presentation.xml', 'a PowerPoint presentation'],
  ['Index/Document.iwa', 'a file of Numbers, Pages or Keynote. Export it as CSV or XLSX'],
  ['Index.zip', 'a file of Numbers, Pages or Keynote. Export it as CSV or XLSX'],
]

/** @throws WorkbookError that names the kind of an archive which is not a workbook */
export function requireWorkbook(zip: Zip): void {
  const foreign = MEMBERS.find(([member]) => zip.has(member))?.[1]
  if (foreign !== undefined) throw new WorkbookError(`it is ${foreign}`)
  const isExcel = zip.has('xl/workbook.xml') || zip.has('_rels/.rels')
  if (!isExcel && !isOpenDocument(zip))
    throw new WorkbookError('it is a ZIP archive without a workbook')
}
