import type { XmlHandlers } from '../../../core/model/xml-reader.ts'
import { readXmlToEnd } from '../read-xml.ts'
import { createLimitError, MAX_SHEETS, WorkbookError } from '../workbook-error.ts'
import type { Zip } from '../zip.ts'
import { parseNumberFormat, type NumberFormat } from './number-format.ts'

const MAX_SHARED_STRINGS_BYTES = 256 * 1024 ** 2
/** Four distinct strings for each row of the largest sheet. */
const MAX_SHARED_STRINGS = 4 * 1024 ** 2
/** The limit of a whole row; Excel limits a cell to 32,767 characters. */
const MAX_TEXT_CHARACTERS = 1024 ** 2
/** Excel's limit. */
const MAX_FORMATS = 65_536

/** An open workbook in Office Open XML format (ECMA-376 part 1, chapter 18). */
export interface Package {
  zip: Zip
  sheets: readonly SheetPart[]
  /** Whether dates use the 1904 date system of Excel for Macintosh instead of the 1900 one. */
  is1904: boolean
  /** By the style index of a cell. */
  formats: readonly NumberFormat[]
  /** By their index. */
  sharedStrings: readonly string[]
}

export interface SheetPart {
  name: string
  isHidden: boolean
  /** Name of the part in the ZIP archive. */
  part: string
}

/** @throws WorkbookError if the workbook cannot be read */
export async function openPackage(zip: Zip): Promise<Package> {
  const targets = await readRelations(zip, '_rels/.rels', '')
  const workbookPart = targets.findByType('officeDocument') ?? 'xl/workbook.xml'
  const folder = workbookPart.slice(0, workbookPart.lastIndexOf('/') + 1)
  const related = await readRelations(
    zip,
    `${folder}_rels/${workbookPart.slice(folder.length)}.rels`,
    folder,
  )
  const { sheets, is1904 } = await readSheets(zip, workbookPart, related)
  if (sheets.length === 0) throw new WorkbookError('it has no sheets')
  const styles = related.findByType('styles')
  const texts = related.findByType('sharedStrings')
  return {
    zip,
    sheets,
    is1904,
    formats: styles && zip.has(styles) ? await readFormats(zip, styles) : [],
    sharedStrings: texts && zip.has(texts) ? await readSharedStrings(zip, texts) : [],
  }
}

interface Relations {
  findByType(type: string): string | undefined
  findById(id: string): string | undefined
}

async function readRelations(zip: Zip, part: string, folder: string): Promise<Relations> {
  const all: { type: string; target: string }[] = []
  const targets = new Map<string, string>()
  if (zip.has(part)) {
    await readXmlToEnd(zip, part, {
      open(name, attribute) {
        const target = attribute('Target')
        if (name !== 'Relationship' || target === undefined) return
        const path = target.startsWith('/') ? target.slice(1) : folder + target
        all.push({ type: attribute('Type') ?? '', target: path })
        targets.set(attribute('Id') ?? '', path)
      },
      close() {},
    })
  }
  return {
    findByType: (type) => all.find((relation) => relation.type.endsWith(`/${type}`))?.target,
    findById: (id) => targets.get(id),
  }
}

async function readSheets(
  zip: Zip,
  part: string,
  related: Relations,
): Promise<Pick<Package, 'sheets' | 'is1904'>> {
  const sheets: SheetPart[] = []
  let is1904 = false
  await readXmlToEnd(zip, part, {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      const target = name === 'sheet' ? related.findById(attribute('id') ?? '') : undefined
      if (target === undefined || !zip.has(target)) return
      if (sheets.length >= MAX_SHEETS) throw createLimitError('sheets', MAX_SHEETS)
      const isHidden = /hidden$/i.test(attribute('state') ?? '')
      sheets.push({ name: attribute('name') ?? '', isHidden, part: target })
    },
    close() {},
  })
  return { sheets, is1904 }
}

async function readFormats(zip: Zip, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let inCells = false
  await readXmlToEnd(zip, part, {
    open(name, attribute) {
      const id = Number(attribute('numFmtId') ?? 0)
      if (name === 'cellXfs') inCells = true
      else if (name === 'numFmt') codes.set(id, attribute('formatCode') ?? '')
      else if (name === 'xf' && inCells) {
        if (formats.length >= MAX_FORMATS) throw createLimitError('cell formats', MAX_FORMATS)
        formats.push(parseNumberFormat(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

async function readSharedStrings(zip: Zip, part: string): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let inText = false
  let inPhoneticRun = false
  const handlers: XmlHandlers = {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') inPhoneticRun = true
    },
    text(piece) {
      if (!inText || inPhoneticRun) return
      text += piece
      if (text.length > MAX_TEXT_CHARACTERS)
        throw new WorkbookError('it has a cell longer than 1 MB')
    },
    close(name) {
      if (name === 'si') {
        if (texts.length >= MAX_SHARED_STRINGS)
          throw createLimitError('different texts', MAX_SHARED_STRINGS)
        texts.push(unescapeText(text))
      } else if (name === 't') inText = false
      else if (name === 'rPh') inPhoneticRun = false
    },
  }
  await readXmlToEnd(zip, part, handlers, MAX_SHARED_STRINGS_BYTES)
  return texts
}

/** Decodes characters that XML cannot contain, such as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
}
