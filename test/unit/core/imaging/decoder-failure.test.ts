import { expect, test } from 'vitest'
import { toPictureError } from '../../../../src/core/imaging/decoder-failure.ts'

/** Messages of sharp and the decoders. */
const ABOUT_THE_FILE = [
  'VipsJpeg: premature end of JPEG image',
  'Input file has corrupt header: gifload: no frames in GIF',
  'Input file contains unsupported image format',
  'IDAT: CRC error\nvipspng: libpng read error',
  'bad adaptive filter value\nWarning treated as error due to failOn setting',
  'tiff2vips: decompress error tile 0 x 0',
  '/srv/catalog/objects/1: bad seek to 4096',
  'heif: Memory allocation error: Security limit exceeded: Box size 9 exceeds security limit. (6.1000)',
  'tiff2vips: Failed to allocate memory for to read TIFF directory (0 elements of 12 bytes each)',
  'tiff2vips: Memory allocation of 60000000 bytes is beyond the 52428800 byte limit defined in open options',
  'Requested memory size for tag 34675 (0x8773) 2000000000 is greater than filesize 4230. Memory not allocated, tag not read\nOut of memory reading of "ICC Profile"; tag ignored\nerror in tile 0 x 0',
]

test.for(ABOUT_THE_FILE)('treats %j as an error of the file', (said) => {
  expect(toPictureError(new Error(said))).toMatchObject({ reason: 'damaged', permanent: true })
})

test.for([
  ['overloaded', 'glib: Error creating thread: Resource temporarily unavailable'],
  ['overloaded', 'VipsJpeg: read error\nunix error: Too many open files'],
  ['memory', 'vips_tracked: out of memory -- size == 45MB'],
  ['memory', 'tiff2vips: Failed to allocate memory for strip (1 elements of 40000000 bytes each)'],
  ['memory', 'Array buffer allocation failed'],
  ['storage', 'VipsJpeg: read error\nunix error: Input/output error'],
  [
    'storage',
    'VipsForeignSaveTiff: unable to write to target\nunix error: No space left on device',
  ],
  ['unexplained', 'Unknown error'],
  ['unexplained', 'value is undefined'],
] as const)('classifies as %s: %j', ([reason, said]) => {
  const failure = toPictureError(new Error(said))
  expect(failure).toMatchObject({ reason, permanent: false })
  expect(failure.message).not.toMatch(/is damaged/)
})

test.for(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'])(
  'treats a process that fails to start with %s as an overload',
  (code) => {
    const refused = Object.assign(new Error(`spawn prlimit ${code}`), {
      code,
      syscall: 'spawn prlimit',
    })
    expect(toPictureError(refused)).toMatchObject({
      reason: 'overloaded',
      message: expect.stringContaining('The file is not at fault.'),
    })
  },
)
