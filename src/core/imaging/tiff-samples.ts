import type { FileHandle } from 'node:fs/promises'
import { readTiffDirectory, readTiffHeader, readTiffNumbers } from '../model/tiff-directory.ts'
import { PictureError } from './picture-error.ts'
import { createWindowedReader } from './windowed-reader.ts'

/** Sample format of a TIFF: TIFF 6.0, section 8, and the tag SampleFormat of section 19. */
interface TiffSamples {
  photometric: number
  /** Bits of a sample. */
  bits: number
  samplesPerPixel: number
  /** 1 unsigned, 2 signed, 3 floating point, 4 undefined, 5 and 6 complex numbers. */
  format: number
}

const [BITS, PHOTOMETRIC, SAMPLES_PER_PIXEL, SAMPLE_FORMAT] = [258, 262, 277, 339]

const [WHITE_IS_ZERO, CIELAB, ICCLAB, ITULAB, LOG_L, LOG_LUV] = [0, 8, 9, 10, 32_844, 32_845]

/** Pictures that libvips cannot read, or reads with wrong tones. The first rule that applies gives the reason. */
const UNREADABLE: readonly [(samples: TiffSamples) => boolean, string][] = [
  [({ photometric, bits }) => photometric === CIELAB && bits === 8, 'CIELab colors of 8 bits'],
  [({ photometric }) => photometric === ICCLAB, 'ICCLab colors'],
  [({ photometric }) => photometric === ITULAB, 'ITULab colors'],
  [({ photometric }) => photometric === LOG_L || photometric === LOG_LUV, 'logarithmic colors'],
  [({ format }) => format === 5 || format === 6, 'complex numbers'],
  [({ bits }) => bits > 32, 'samples of more than 32 bits'],
  [({ format, bits }) => format === 3 && bits < 32, 'floating-point samples of less than 32 bits'],
  [
    (samples) => isScaled(samples) && samples.photometric === WHITE_IS_ZERO,
    'signed, floating-point or 32-bit samples of which zero is white',
  ],
  [
    (samples) => isScaled(samples) && ![1, 3].includes(samples.samplesPerPixel),
    'signed, floating-point or 32-bit samples with transparency or further channels',
  ],
]

function isScaled({ photometric, format, bits }: TiffSamples): boolean {
  return photometric !== CIELAB && (format === 2 || format === 3 || bits > 16)
}

/** @throws PictureError `unsupported` if the decoder cannot read such pixels */
export async function requireReadableSamples(file: FileHandle): Promise<void> {
  const samples = await readSamples(file)
  const reason = samples && UNREADABLE.find(([applies]) => applies(samples))?.[1]
  if (reason === undefined) return
  const message = `The file is a TIFF with ${reason}, which this server cannot read. Save it as gray or RGB with 8 or 16 bits.`
  throw new PictureError('unsupported', message)
}

async function readSamples(file: FileHandle): Promise<TiffSamples | undefined> {
  const read = createWindowedReader(file)
  const source = { head: await read(0, 16), bytesAt: read }
  const { layout, first } = readTiffHeader(source)
  const directory = await readTiffDirectory(source, layout, first)
  if (typeof directory !== 'object') return undefined
  const readNumber = async (tag: number, byDefault: number): Promise<number> => {
    const field = directory.fields.get(tag)
    const [value] = field ? await readTiffNumbers(source, layout, field, { most: 1 }) : []
    return value ?? byDefault
  }
  return {
    photometric: await readNumber(PHOTOMETRIC, 1),
    bits: await readNumber(BITS, 1),
    samplesPerPixel: await readNumber(SAMPLES_PER_PIXEL, 1),
    format: await readNumber(SAMPLE_FORMAT, 1),
  }
}
