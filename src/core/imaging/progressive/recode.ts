import { open, type FileHandle } from 'node:fs/promises'
import { damaged } from '../decoder-failure.ts'
import { PictureError } from '../picture-error.ts'
import type { Strictness } from '../sharp.ts'
import { coefficientPlane } from './coefficients.ts'
import type { CoefficientPlane } from './coefficients.ts'
import { decodeScan } from './decode-scan.ts'
import { BLOCK_BYTES, coefficientBytes, parseFrame } from './frame.ts'
import type { Frame } from './frame.ts'
import { huffmanTable } from './huffman-table.ts'
import type { HuffmanTable } from './huffman-table.ts'
import { JpegBytes } from './jpeg-bytes.ts'
import { parseScan } from './scan-header.ts'
import { writeBaseline } from './write-baseline.ts'
import type { Segment } from './write-baseline.ts'

const [SOF2, DHT, EOI, SOS, DQT, DRI] = [0xc2, 0xc4, 0xd9, 0xda, 0xdb, 0xdd]

/** As many as any encoder writes several times over; a file with more wants to waste our time. */
const MOST_SCANS = 100

/** The frame of a progressive JPEG; undefined for every other file. */
export async function readProgressiveFrame(path: string): Promise<Frame | undefined> {
  await using file = await open(path)
  const bytes = new JpegBytes(file.fd)
  bytes.position = 2
  for (;;) {
    const segment = nextSegment(bytes)
    if (!segment || [EOI, SOS].includes(segment.marker)) return undefined
    if (segment.marker === SOF2) return parseFrame(segment.body)
  }
}

/** What a decoder needs of memory before it gives the first row of a progressive picture. */
export async function progressiveBytes(path: string): Promise<number> {
  const frame = await readProgressiveFrame(path)
  return frame ? coefficientBytes(frame) : 0
}

interface Paths {
  original: string
  /** Working file for the coefficients, as large as those. */
  coefficients: string
  /** The sequential JPEG. */
  output: string
}

/**
 * Makes a sequential JPEG of a progressive one without loss, and without ever holding more than some rows of it: the
 * coefficients wait on disk for the last scan. Leniently, what comes before the damage counts. @throws PictureError
 */
export async function recodeProgressive(paths: Paths, strictness: Strictness): Promise<void> {
  await using input = await open(paths.original)
  await using work = await open(paths.coefficients, 'wx+')
  await using output = await open(paths.output, 'wx')
  const reading = await readScans(input, work, strictness)
  await writeBaseline(output.fd, reading.frame, reading.planes, reading.segments)
}

interface Reading {
  frame: Frame
  planes: CoefficientPlane[]
  /** What the sequential file takes over: profile, markers of the colour space, quantisation. */
  segments: Segment[]
}

interface State extends Partial<Reading> {
  segments: Segment[]
  tables: Map<number, HuffmanTable>
  restartInterval: number
  scans: number
}

async function readScans(
  input: FileHandle,
  work: FileHandle,
  strictness: Strictness,
): Promise<Reading> {
  const state: State = { segments: [], tables: new Map(), restartInterval: 0, scans: 0 }
  try {
    await readAll(new JpegBytes(input.fd), work.fd, state)
  } catch (error) {
    const isBearable = strictness === 'lenient' && state.scans > 0
    if (!(isBearable && error instanceof PictureError && error.reason === 'damaged')) throw error
  }
  const { frame, planes, segments } = state
  if (!frame || !planes) throw damaged('no frame was found')
  return { frame, planes, segments }
}

async function readAll(bytes: JpegBytes, work: number, state: State): Promise<void> {
  bytes.position = 2
  for (;;) {
    const segment = nextSegment(bytes)
    if (!segment) throw damaged('premature end of JPEG image')
    if (segment.marker === EOI) return
    if (segment.marker === SOS) await readScan(bytes, segment.body, state)
    else note(segment, work, state)
  }
}

function note({ marker, body }: Segment, work: number, state: State): void {
  if (marker === SOF2) Object.assign(state, beginFrame(body, work))
  else if (marker === DHT) noteTables(body, state)
  else if (marker === DRI) state.restartInterval = body.length < 2 ? 0 : body.readUInt16BE(0)
  else if (isKept(marker) && state.scans === 0) state.segments.push({ marker, body })
}

function isKept(marker: number): boolean {
  return marker === DQT || (marker >= 0xe0 && marker <= 0xef)
}

function beginFrame(body: Buffer, work: number): Pick<Reading, 'frame' | 'planes'> {
  const frame = parseFrame(body)
  let offset = 0
  const planes = frame.components.map((component) => {
    const plane = coefficientPlane(work, component, offset)
    offset += component.padded.width * component.padded.height * BLOCK_BYTES
    return plane
  })
  return { frame, planes }
}

/** T.81 B.2.4.2: a segment holds one table after the other. */
function noteTables(body: Buffer, { tables }: State): void {
  for (let at = 0; at + 17 <= body.length;) {
    const lengths = body.subarray(at + 1, at + 17)
    const count = lengths.reduce((sum, codes) => sum + codes, 0)
    tables.set(body[at] ?? 0, huffmanTable(lengths, body.subarray(at + 17, at + 17 + count)))
    at += 17 + count
  }
}

async function readScan(bytes: JpegBytes, body: Buffer, state: State): Promise<void> {
  state.scans += 1
  if (!state.frame || state.scans > MOST_SCANS) throw damaged('more scans than a picture has')
  await decodeScan(bytes, state.frame, parseScan(body, { ...state, planes: state.planes ?? [] }))
}

/** The next marker and, where it has one, its segment; what lies between is passed over. Undefined at the end. */
function nextSegment(bytes: JpegBytes): Segment | undefined {
  const marker = nextMarker(bytes)
  if (marker === undefined) return undefined
  const isBare = marker === EOI || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
  if (isBare) return { marker, body: Buffer.alloc(0) }
  const length = bytes.nextShort()
  if (length < 2) return undefined
  const body = bytes.take(length - 2)
  return body.length === length - 2 ? { marker, body } : undefined
}

function nextMarker(bytes: JpegBytes): number | undefined {
  for (let byte = bytes.next(); byte >= 0; byte = bytes.next()) {
    if (byte !== 0xff) continue
    let marker = bytes.next()
    while (marker === 0xff) marker = bytes.next()
    if (marker > 0) return marker
  }
  return undefined
}
