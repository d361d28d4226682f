import { damaged } from '../decoder-failure.ts'
import type { Spectrum } from './block-decoders.ts'
import type { CoefficientPlane } from './coefficients.ts'
import type { Scan, ScannedPlane } from './decode-scan.ts'
import type { HuffmanTable } from './huffman-table.ts'

/** What a scan header refers to. */
interface Context {
  planes: CoefficientPlane[]
  /** By class and place, as DHT segments number them. */
  tables: ReadonlyMap<number, HuffmanTable>
  restartInterval: number
}

/** T.81 B.2.3. @param segment without marker and length @throws PictureError */
export function parseScan(segment: Buffer, context: Context): Scan {
  const [count = 0] = segment
  if (count === 0 || segment.length < 4 + count * 2) throw senseless()
  const spectrum = parseSpectrum(segment.subarray(1 + count * 2), count)
  const planes = Array.from({ length: count }, (_, index) => {
    const [id = 0, places = 0] = segment.subarray(1 + index * 2)
    const table = spectrum.start === 0 ? places >> 4 : 0x10 + (places & 15)
    return scannedPlane(context, id, table)
  })
  if (new Set(planes.map(({ plane }) => plane)).size !== count) throw senseless()
  return { ...spectrum, planes, restartInterval: context.restartInterval }
}

/** T.81 G.1.1.1: first coefficients are coded apart from the others, and those of each component alone. */
function parseSpectrum(bytes: Buffer, components: number): Spectrum {
  const [start, end, approximation] = [bytes.readUInt8(0), bytes.readUInt8(1), bytes.readUInt8(2)]
  const isDc = start === 0 && end === 0
  const isAc = start > 0 && start <= end && end < 64 && components === 1
  const low = approximation & 15
  if (!(isDc || isAc) || low > 13) throw senseless()
  return { start, end, high: approximation >> 4, low }
}

/** Corrections of first coefficients are bare bits, for which no table is needed. */
const NO_TABLE: HuffmanTable = { lookup: new Uint16Array() }

function scannedPlane({ planes, tables }: Context, id: number, table: number): ScannedPlane {
  const plane = planes.find(({ component }) => component.id === id)
  if (!plane) throw senseless()
  return { plane, table: tables.get(table) ?? NO_TABLE }
}

function senseless() {
  return damaged('a scan header that makes no sense')
}
