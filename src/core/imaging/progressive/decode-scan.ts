import { setImmediate } from 'node:timers/promises'
import { damaged } from '../decoder-failure.ts'
import { BitReader } from './bit-reader.ts'
import { blockDecoder } from './block-decoders.ts'
import type { BlockScan, Carry, DecodeBlock, Spectrum } from './block-decoders.ts'
import type { CoefficientPlane } from './coefficients.ts'
import type { Frame } from './frame.ts'
import type { HuffmanTable } from './huffman-table.ts'
import type { JpegBytes } from './jpeg-bytes.ts'

/** A component's part in a scan. */
export interface ScannedPlane {
  plane: CoefficientPlane
  table: HuffmanTable
}

export interface Scan extends Spectrum {
  planes: ScannedPlane[]
  /** Coded units between restart markers; 0 for none. */
  restartInterval: number
}

/** Rows after which others get a turn, so that the end of the server is noticed. */
const ROWS_AT_ONCE = 16

/** Adds what a scan says to the coefficients on disk. @throws PictureError */
export async function decodeScan(bytes: JpegBytes, frame: Frame, scan: Scan): Promise<void> {
  const bits = new BitReader(bytes)
  const work = new ScanWork(bits, scan)
  const [only] = scan.planes
  const isAlone = scan.planes.length === 1 && only !== undefined
  const rows = isAlone ? only.plane.component.blocks.height : frame.units.height
  for (let row = 0; row < rows; row += 1) {
    if (isAlone) work.rowOfBlocks(only, row)
    else work.rowOfUnits(frame.units.width, row)
    if (bits.isOverdrawn) throw damaged('a scan that ends early')
    if (row % ROWS_AT_ONCE === 0) await setImmediate()
  }
}

/** A component's rows in a row of units. */
interface Part {
  plane: CoefficientPlane
  across: number
  /** The first of its rows. */
  first: number
  rows: Int16Array[]
  scan: BlockScan
  carry: Carry
}

class ScanWork {
  readonly #bits: BitReader
  readonly #scan: Scan
  readonly #decode: DecodeBlock
  readonly #carries: Carry[]
  #untilRestart: number

  constructor(bits: BitReader, scan: Scan) {
    this.#bits = bits
    this.#scan = scan
    this.#decode = blockDecoder(scan)
    this.#carries = scan.planes.map(() => ({ prediction: 0, emptyBlocks: 0 }))
    this.#untilRestart = scan.restartInterval
  }

  /** T.81 A.2.2: a component alone is coded block by block, as far as the picture goes. */
  rowOfBlocks(scanned: ScannedPlane, row: number): void {
    const { plane } = scanned
    const coefficients = plane.readRow(row)
    const scan = this.#blockScan(scanned)
    for (let block = 0; block < plane.component.blocks.width; block += 1) {
      this.#countUnit()
      this.#decode(scan, { coefficients, at: block * 64 }, this.#carry(0))
    }
    plane.writeRow(row, coefficients)
  }

  /** T.81 A.2.3: several components take turns, each with as many blocks as it is sampled. */
  rowOfUnits(units: number, row: number): void {
    const parts = this.#scan.planes.map((scanned, index) => this.#part(scanned, index, row))
    for (let unit = 0; unit < units; unit += 1) {
      this.#countUnit()
      for (const part of parts) this.#unit(part, unit)
    }
    for (const { plane, rows, first } of parts)
      for (const [index, coefficients] of rows.entries())
        plane.writeRow(first + index, coefficients)
  }

  #unit({ across, rows, scan, carry }: Part, unit: number): void {
    for (const coefficients of rows)
      for (let block = 0; block < across; block += 1)
        this.#decode(scan, { coefficients, at: (unit * across + block) * 64 }, carry)
  }

  #part(scanned: ScannedPlane, index: number, row: number): Part {
    const { plane } = scanned
    const { across, down } = plane.component
    const first = row * down
    const rows = Array.from({ length: down }, (_, line) => plane.readRow(first + line))
    return { plane, across, first, rows, scan: this.#blockScan(scanned), carry: this.#carry(index) }
  }

  #blockScan({ table }: ScannedPlane): BlockScan {
    const { start, end, high, low } = this.#scan
    return { start, end, high, low, bits: this.#bits, table }
  }

  #carry(index: number): Carry {
    return this.#carries[index] ?? { prediction: 0, emptyBlocks: 0 }
  }

  #countUnit(): void {
    const { restartInterval } = this.#scan
    if (restartInterval === 0) return
    if (this.#untilRestart === 0) this.#restart(restartInterval)
    this.#untilRestart -= 1
  }

  #restart(interval: number): void {
    if (!this.#bits.restart()) throw damaged('a restart marker is missing')
    for (const carry of this.#carries) Object.assign(carry, { prediction: 0, emptyBlocks: 0 })
    this.#untilRestart = interval
  }
}
