import { readFile } from 'node:fs/promises'
import type { TiffKind } from './corpus/tiff-kinds.ts'

interface DocumentedDepths {
  photometric: number
  unsigned: number[]
  signed: number[]
  float: number[]
  extra: number[]
}

/** Reads from the table in docs/pictures.md which kinds of TIFF are shown, when they are not compressed. */
export async function readShownTiffKinds(): Promise<(kind: TiffKind) => boolean> {
  const page = await readFile(new URL('../../docs/pictures.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) [^|]+\|(.*)\|(.*)\|(.*)\|(.*)\|$/gm)]
  const documented = rows.map(([, photometric, ...cells]): DocumentedDepths => {
    const [unsigned = [], signed = [], float = [], extra = []] = cells.map((cell) =>
      /^[\d, ]*$/.test(cell) ? cell.split(',').map(Number) : [],
    )
    return { photometric: Number(photometric), unsigned, signed, float, extra }
  })
  return (kind) => {
    const row = documented.find(({ photometric }) => photometric === kind.photometric)
    if (!row) throw new Error(`the table has no row for ${kind.photometric}`)
    const hasDepth = listDepths(row, kind.format).includes(kind.bits)
    return hasDepth && (kind.isPlanar ? isShownInPlanes(kind) : true) && hasExtra(row, kind)
  }
}

const UNSIGNED = [1, 4]

function listDepths({ unsigned, signed, float }: DocumentedDepths, format: number): number[] {
  if (UNSIGNED.includes(format)) return unsigned
  return format === 2 ? signed : format === 3 ? float : []
}

function isShownInPlanes({ photometric, bits, format, extra }: TiffKind): boolean {
  const isOneChannel = [0, 1, 3].includes(photometric)
  return isOneChannel ? extra === 'none' : format !== 3 || bits !== 16
}

function hasExtra({ extra }: DocumentedDepths, kind: TiffKind): boolean {
  return kind.extra === 'none' || (UNSIGNED.includes(kind.format) && extra.includes(kind.bits))
}
