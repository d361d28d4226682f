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
  return ({ photometric, bits, format, isPlanar, extra }) => {
    const depths = documented.find((row) => row.photometric === photometric)
    if (!depths) throw new Error(`the table has no row for ${photometric}`)
    const { unsigned, signed, float } = depths
    const formats: Partial<Record<number, number[]>> = { 1: unsigned, 2: signed, 3: float }
    if (!(formats[format === 4 ? 1 : format] ?? []).includes(bits)) return false
    if (extra === 'none') return true
    const isInterleavedOnly = [0, 1, 3].includes(photometric)
    const isUnsigned = format === 1 || format === 4
    return isUnsigned && depths.extra.includes(bits) && !(isInterleavedOnly && isPlanar)
  }
}
