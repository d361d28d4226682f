import { PbfWriter } from 'pbf'

/** Encodes vector tiles (Mapbox Vector Tile specification, version 2.1). */

/** Units along each side of a tile, from the top left corner. */
export const EXTENT = 4096

/** In units of the extent; x to the right, y down. */
export type TilePosition = readonly [x: number, y: number]

export type TileGeometry =
  | { type: 'point'; position: TilePosition }
  /** The first ring is the outline, the others are holes. A ring is not closed, and has at least three positions. */
  | { type: 'polygon'; rings: readonly (readonly TilePosition[])[] }

export interface TileFeature {
  id?: number
  /** Numbers are integers. A member that is undefined is left out. */
  properties: Readonly<Record<string, string | number | undefined>>
  geometry: TileGeometry
}

export interface TileLayer {
  name: string
  features: readonly TileFeature[]
}

const VERSION = 2

/** Returns the bytes of a tile. A layer without features is left out, so that an empty tile has no bytes. */
export function encodeTile(layers: readonly TileLayer[]): Uint8Array {
  const writer = new PbfWriter()
  for (const layer of layers)
    if (layer.features.length > 0) writer.writeMessage(3, writeLayer, layer)
  // A copy without the spare room of the writer's buffer.
  return writer.finish().slice()
}

function writeLayer({ name, features }: TileLayer, writer: PbfWriter): void {
  const keys = createNumbering<string>()
  const values = createNumbering<string | number>()
  writer.writeVarintField(15, VERSION)
  writer.writeStringField(1, name)
  for (const feature of features) {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) =>
      value === undefined ? [] : [keys.numberOf(key), values.numberOf(value)],
    )
    writer.writeMessage(2, writeFeature, { ...feature, tags })
  }
  for (const key of keys.listed()) writer.writeStringField(3, key)
  for (const value of values.listed()) writer.writeMessage(4, writeValue, value)
  writer.writeVarintField(5, EXTENT)
}

/** Numbers distinct values from 0, in the order of their first use. */
function createNumbering<Value>() {
  const numbers = new Map<Value, number>()
  return {
    numberOf(value: Value): number {
      const number = numbers.get(value) ?? numbers.size
      numbers.set(value, number)
      return number
    },
    listed: () => numbers.keys(),
  }
}

function writeValue(value: string | number, writer: PbfWriter): void {
  if (typeof value === 'string') writer.writeStringField(1, value)
  else if (value < 0) writer.writeSVarintField(6, value)
  else writer.writeVarintField(5, value)
}

const GEOMETRY_TYPES = { point: 1, polygon: 3 } as const

function writeFeature(
  { id, tags, geometry }: TileFeature & { tags: number[] },
  writer: PbfWriter,
): void {
  if (id !== undefined) writer.writeVarintField(1, id)
  writer.writePackedVarint(2, tags)
  writer.writeVarintField(3, GEOMETRY_TYPES[geometry.type])
  writer.writePackedVarint(4, listCommands(geometry))
}

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

/** Lists the commands of section 4.3 of the specification. */
function listCommands(geometry: TileGeometry): number[] {
  const path = createPath()
  if (geometry.type === 'point') path.draw(MOVE_TO, [geometry.position])
  else {
    for (const [index, ring] of geometry.rings.entries()) {
      const [first, ...rest] = orient(ring, index === 0)
      if (!first) continue
      path.draw(MOVE_TO, [first])
      path.draw(LINE_TO, rest)
      path.close()
    }
  }
  return path.commands
}

function createPath() {
  const commands: number[] = []
  let [fromX, fromY] = [0, 0]
  return {
    commands,
    draw(command: number, positions: readonly TilePosition[]) {
      commands.push(command | (positions.length << 3))
      for (const [x, y] of positions) {
        commands.push(zigzag(x - fromX), zigzag(y - fromY))
        fromX = x
        fromY = y
      }
    },
    close: () => void commands.push(CLOSE_PATH | (1 << 3)),
  }
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31)
}

/** The outline has a positive area by the surveyor's formula, a hole a negative one. */
function orient(ring: readonly TilePosition[], isOutline: boolean): readonly TilePosition[] {
  return computeDoubleArea(ring) > 0 === isOutline ? ring : ring.toReversed()
}

/** Twice the area of a ring by the surveyor's formula. */
export function computeDoubleArea(ring: readonly TilePosition[]): number {
  let sum = 0
  let [fromX, fromY] = ring.at(-1) ?? [0, 0]
  for (const [x, y] of ring) {
    sum += fromX * y - x * fromY
    fromX = x
    fromY = y
  }
  return sum
}
