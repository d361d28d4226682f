import { setImmediate } from 'node:timers/promises'
import { AC_TABLE, DC_TABLE, END_OF_BLOCK, SIXTEEN_ZEROS } from './baseline-tables.ts'
import type { WritingTable } from './baseline-tables.ts'
import { BitWriter } from './bit-writer.ts'
import type { CoefficientPlane } from './coefficients.ts'
import type { Frame } from './frame.ts'

export interface Segment {
  marker: number
  body: Buffer
}

const [SOI, EOI, SOF0, SOF1, DHT, DQT, SOS] = [0xd8, 0xd9, 0xc0, 0xc1, 0xc4, 0xdb, 0xda]

/** Writes a sequential JPEG of the coefficients, in one scan: the decoder needs a few rows of it at a time. */
export async function writeBaseline(
  file: number,
  frame: Frame,
  planes: CoefficientPlane[],
  segments: Segment[],
): Promise<void> {
  const writer = new BitWriter(file)
  writer.marker(SOI)
  for (const { marker, body } of segments) writer.segment(marker, body)
  writer.segment(hasLargeTables(segments) ? SOF1 : SOF0, frameHeader(frame))
  writer.segment(DHT, tableSegment(0x00, DC_TABLE))
  writer.segment(DHT, tableSegment(0x10, AC_TABLE))
  writer.segment(SOS, scanHeader(frame))
  const predictions = planes.map(() => 0)
  for (let row = 0; row < frame.units.height; row += 1) {
    writeUnits(writer, frame, { planes, predictions, row })
    if (row % 16 === 0) await setImmediate()
  }
  writer.align()
  writer.marker(EOI)
  writer.flush()
}

/** A baseline JPEG has tables of 8 bits only: T.81 B.2.4.1. */
function hasLargeTables(segments: Segment[]): boolean {
  return segments.some(({ marker, body }) => marker === DQT && (body[0] ?? 0) >> 4 === 1)
}

function frameHeader({ width, height, components }: Frame): Buffer {
  const header = Buffer.alloc(6)
  header[0] = 8
  header.writeUInt16BE(height, 1)
  header.writeUInt16BE(width, 3)
  header[5] = components.length
  const parts = components.map(({ id, across, down, quantisation }) =>
    Buffer.from([id, across * 16 + down, quantisation]),
  )
  return Buffer.concat([header, ...parts])
}

function tableSegment(classAndPlace: number, { lengths, symbols }: WritingTable): Buffer {
  return Buffer.from([classAndPlace, ...lengths, ...symbols])
}

function scanHeader({ components }: Frame): Buffer {
  const parts = components.flatMap(({ id }) => [id, 0])
  return Buffer.from([components.length, ...parts, 0, 63, 0])
}

interface Row {
  planes: CoefficientPlane[]
  /** The last coded first coefficient of each plane. */
  predictions: number[]
  row: number
}

function writeUnits(writer: BitWriter, { units }: Frame, { planes, predictions, row }: Row): void {
  const parts = planes.map((plane, index) => {
    const { across, down } = plane.component
    const rows = Array.from({ length: down }, (_, line) => plane.readRow(row * down + line))
    return { index, across, rows }
  })
  for (let unit = 0; unit < units.width; unit += 1)
    for (const part of parts) writeUnit(writer, part, { unit, predictions })
}

function writeUnit(
  writer: BitWriter,
  { index, across, rows }: { index: number; across: number; rows: Int16Array[] },
  { unit, predictions }: { unit: number; predictions: number[] },
): void {
  for (const coefficients of rows)
    for (let block = 0; block < across; block += 1) {
      const at = (unit * across + block) * 64
      predictions[index] = writeBlock(writer, coefficients, at, predictions[index] ?? 0)
    }
}

/** What 8 bits of precision can give rise to, and what the tables have codes for: T.81 F.1.2. */
const MOST = 1023

/** T.81 F.1.2.1 and F.1.2.2. @returns the block's first coefficient */
function writeBlock(
  writer: BitWriter,
  coefficients: Int16Array,
  at: number,
  prediction: number,
): number {
  const first = within(coefficients[at] ?? 0)
  writeValue(writer, DC_TABLE, 0, first - prediction)
  let zeros = 0
  for (let index = 1; index < 64; index += 1) {
    const value = within(coefficients[at + index] ?? 0)
    if (value === 0) {
      zeros += 1
      continue
    }
    for (; zeros > 15; zeros -= 16) writeSymbol(writer, AC_TABLE, SIXTEEN_ZEROS)
    writeValue(writer, AC_TABLE, zeros, value)
    zeros = 0
  }
  if (zeros > 0) writeSymbol(writer, AC_TABLE, END_OF_BLOCK)
  return first
}

function writeSymbol(writer: BitWriter, table: WritingTable, symbol: number): void {
  writer.put(table.codes[symbol] ?? 0, table.bits[symbol] ?? 0)
}

function writeValue(writer: BitWriter, table: WritingTable, zeros: number, value: number): void {
  const length = 32 - Math.clz32(Math.abs(value))
  writeSymbol(writer, table, zeros * 16 + length)
  writer.put(value < 0 ? value - 1 : value, length)
}

function within(value: number): number {
  return Math.max(-MOST, Math.min(MOST, value))
}
