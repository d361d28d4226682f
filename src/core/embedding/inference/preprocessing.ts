import { z } from 'zod'
import type { Size } from '../../iiif/full-image.ts'
import type { ModelInputSize, ResizeKernel } from '../../imaging/model-input.ts'
import { damagedFile, unsupportedFile } from './model-error.ts'
import { readModelJson } from './model-file.ts'

/** Conversion of pixels to the input of a vision tower. */
export interface Preprocessing {
  input: ModelInputSize
  /** For each channel, the number that stands for each of the 256 levels. */
  levels: readonly Float32Array[]
}

const FILE = 'preprocessor_config.json'

/** Pillow's numbers of the filters that libvips has, too. */
const KERNELS: Partial<Record<number, ResizeKernel>> = {
  0: 'nearest',
  1: 'lanczos3',
  2: 'linear',
  3: 'cubic',
}
const BICUBIC = 3

const SIDE = z.int().min(1).max(1024)
const SIZE = z.object({ width: SIDE, height: SIDE })
const PER_CHANNEL = z.array(z.number().min(-1000).max(1000)).length(3)

/** Schema of the file. Absent members have the defaults of transformers' image processors. */
const CONFIG = z.object({
  do_resize: z.boolean().default(true),
  size: z.union([SIDE, SIZE, z.object({ shortest_edge: SIDE })]),
  resample: z.int().default(BICUBIC),
  do_center_crop: z.boolean().optional(),
  crop_size: z.union([SIDE, SIZE]).optional(),
  do_rescale: z.boolean().default(true),
  rescale_factor: z
    .number()
    .positive()
    .max(1)
    .default(1 / 255),
  do_normalize: z.boolean().default(true),
  image_mean: PER_CHANNEL.default([0, 0, 0]),
  image_std: PER_CHANNEL.default([1, 1, 1]),
})

type Config = z.infer<typeof CONFIG>

/** @throws CatalogError if the file is missing or invalid, or asks for steps that are not supported */
export async function readPreprocessing(folder: string): Promise<Preprocessing> {
  const config = await readModelJson(folder, FILE, CONFIG)
  return { input: readInputSize(config), levels: [0, 1, 2].map((at) => tabulate(config, at)) }
}

/**
 * Converts pixels to the layout of vision towers: all of the red channel, then green, then blue.
 * @param pixels RGB, 8 bits, in rows
 * @param output of the same length
 */
export function fillPixelValues(
  pixels: Uint8Array,
  { levels }: Preprocessing,
  output: Float32Array,
): void {
  const plane = output.length / levels.length
  for (const [channel, table] of levels.entries())
    for (let at = channel * plane, from = channel; from < pixels.length; at += 1, from += 3)
      output[at] = table[pixels[from] as number] as number
}

function readInputSize(config: Config): ModelInputSize {
  const kernel = KERNELS[config.resample]
  if (kernel === undefined)
    throw unsupportedFile(FILE, `asks for the resampling filter ${config.resample}`)
  if (!config.do_resize) throw unsupportedFile(FILE, 'does not resize pictures')
  const resize = readResize(config.size)
  const crop = readCrop(config) ?? resize
  if (!('width' in crop)) throw unsupportedFile(FILE, 'crops no square out of the resized picture')
  if (!isWithin(crop, resize))
    throw unsupportedFile(FILE, 'crops more than the resized picture has')
  return { kernel, resize, crop }
}

function readResize(size: Config['size']): ModelInputSize['resize'] {
  if (typeof size === 'number') return { shortestSide: size }
  if ('shortest_edge' in size) return { shortestSide: size.shortest_edge }
  return { width: size.width, height: size.height }
}

function readCrop({ do_center_crop: isCropped, crop_size: crop }: Config): Size | undefined {
  if (crop === undefined || isCropped === false) return undefined
  return typeof crop === 'number'
    ? { width: crop, height: crop }
    : { width: crop.width, height: crop.height }
}

function isWithin({ width, height }: Size, resize: ModelInputSize['resize']): boolean {
  return 'width' in resize
    ? width <= resize.width && height <= resize.height
    : Math.max(width, height) <= resize.shortestSide
}

function tabulate(config: Config, channel: number): Float32Array {
  const factor = config.do_rescale ? config.rescale_factor : 1
  const mean = config.do_normalize ? config.image_mean[channel] : 0
  const deviation = config.do_normalize ? config.image_std[channel] : 1
  if (mean === undefined || !deviation) throw damagedFile(FILE, 'has an image_std of zero')
  return Float32Array.from({ length: 256 }, (_, level) => (level * factor - mean) / deviation)
}
