import {
  InvalidArgumentError,
  Option,
  type Command,
  type OptionValues,
} from '@commander-js/extra-typings'
import { DEFAULT_VIEWING_CONE } from '../../../core/base/limits.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../export/formats/format.ts'
import type { LayerName } from '../../export/layer.ts'
import type { FilterName, FilterFlags } from '../../options/filter-options.ts'

const IMAGE_FILTERS = ['source', 'collection', 'subject', 'yearMin', 'yearMax'] as const

const GEOREFERENCE_FILTERS = [
  'image',
  ...IMAGE_FILTERS,
  'confidence',
  'verdict',
  'georeferencedBy',
] as const

/** The filters of each layer. The program itself applies `bbox` to images and subjects. */
export const LAYER_FILTERS: Record<LayerName, readonly FilterName[]> = {
  georeferences: [...GEOREFERENCE_FILTERS, 'bbox'],
  areas: [...GEOREFERENCE_FILTERS, 'bbox'],
  images: [...IMAGE_FILTERS, 'creator', 'georeferenced', 'fromAbove', 'bbox'],
  subjects: ['slug', 'bbox'],
}

/** The filters that more than one layer has. */
export const COMMON_FILTERS: readonly FilterName[] = [...IMAGE_FILTERS, 'bbox']

/** Decimal places of degrees that a double can hold. */
const MAX_PRECISION = 15

/** RFC 7946, section 11.2: more describe less than a centimeter. */
const DEFAULT_PRECISION = 7

const DEFAULT_CONE_METERS = 100

const MAX_CONE_METERS = 100_000

const MAX_CONE_DEGREES = 180

const SHAPES = ['point', 'ray', 'cone'] as const

/** The parsed options of all export commands. Each command has some of them. */
export interface ExportFlags extends FilterFlags {
  format?: ExportFormat
  precision: number
  pretty?: true
  raw?: true
  excel?: true
  force?: true
  bboxOf?: string
  with?: 'image'
  geometry?: (typeof SHAPES)[number]
  coneLength?: number
  coneWidth?: number
  /** Of point georeferences. */
  placedFromAbove?: string
}

/** Adds the options that all export commands share. */
export function addOutputOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .argument('[file]', 'File to write (default: standard output)')
    .addOption(
      new Option('--format <name>', 'Format (default: by the extension of the file)').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('--precision <digits>', 'Decimal places of coordinates', parseDigits, DEFAULT_PRECISION)
    .option('--pretty', 'Indent GeoJSON')
    .option('--raw', 'Keep all members as the instance sends them (GeoJSON only)')
    .option('--excel', 'Write CSV for Excel: with a byte order mark and semicolons')
    .option('--force', 'Replace an existing file')
}

export function addBoxOfOption<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command.addOption(
    new Option('--bbox-of <file>', 'Box around everything in a GeoJSON file').conflicts('bbox'),
  )
}

export function addImageOption<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
  description: string,
) {
  return command.addOption(new Option('--with <what>', description).choices(['image']))
}

export function addShapeOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .addOption(
      new Option('--geometry <shape>', 'Camera position, or its line or cone of view')
        .choices(SHAPES)
        .default('point'),
    )
    .option('--cone-length <meters>', 'Length of rays and cones', parseLength, DEFAULT_CONE_METERS)
    .option('--cone-width <degrees>', 'Angle of view of cones', parseWidth, DEFAULT_VIEWING_CONE)
}

function parseDigits(text: string): number {
  if (/^\d{1,2}$/v.test(text) && Number(text) <= MAX_PRECISION) return Number(text)
  throw new InvalidArgumentError(`Must be a number from 0 to ${MAX_PRECISION}.`)
}

const parseLength = createNumberParser(MAX_CONE_METERS)

const parseWidth = createNumberParser(MAX_CONE_DEGREES)

function createNumberParser(max: number) {
  return (text: string): number => {
    const value = /^\d+(?:\.\d+)?$/v.test(text) ? Number(text) : Number.NaN
    if (value > 0 && value <= max) return value
    throw new InvalidArgumentError(`Must be a number above 0, at most ${max}.`)
  }
}
