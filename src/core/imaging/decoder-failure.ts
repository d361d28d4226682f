import { PictureError } from './picture-error.ts'

/** A decoder's own limits, which only invalid files exceed. Their messages mention memory, too. */
const DECODER_LIMIT =
  /beyond the \d+ (?:cumulated )?byte limit|is greater than filesize|security limit exceeded|\(0 elements of/i
const OUT_OF_MEMORY =
  /out of memory|not enough memory|unable to (?:re)?alloc|failed to (?:re)?alloc|can(?:no|')t allocate|allocation failed|memory allocation|insufficient memory|bad_alloc|malloc/i
/** Messages of the C library (EAGAIN, EMFILE, ENFILE), GLib and libvips when the system refuses a thread or file. */
const OVERLOADED =
  /creating thread|unable to create thread|thread constructor|resource temporarily unavailable|too many open files|resource busy/i
const STORAGE =
  /no space left|write error|unable to (?:open|write|sync)|disc full|unix error|system error|input\/output error|temporary file|ENOSPC/i
const TOO_MANY_PIXELS = /exceeds pixel limit/i

/**
 * Messages about the content of a file. libvips' loaders begin each line with their name, and sharp adds lines of its
 * own.
 */
const ABOUT_THE_FILE = [
  /^(?:VipsJpeg|VipsIcc|vipspng|pngload|gifload|tiff2vips|tiffload|webp|webp2vips|webpload|heif|heifload)(?:_\w+)?:/m,
  /^VipsForeignLoad\w*:/m,
  /^(?:Input file has corrupt header|Input file contains unsupported image format)/m,
  /^(?:Input image exceeds channel limit|Warning treated as error due to failOn setting)/m,
  /^vips_colourspace: no known route/m,
  /: bad seek to \d+$/m,
]

/**
 * Classifies an error of sharp or the system. libvips has messages but no codes. A file counts as damaged only if the
 * message is known to be about its content; any other failure is attributed to the machine.
 */
export function toPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error
  const message = error instanceof Error ? error.message.trim() : String(error)
  if (isSystemError(error))
    return SHORTAGES.includes(error.code) ? overloaded(message) : storage(message)
  if (TOO_MANY_PIXELS.test(message)) return tooLarge(message)
  return (
    findShortage(message) ?? (isAboutTheFile(message) ? damaged(message) : unexplained(message))
  )
}

/** Recognizes a lack of resources in the output of a decoder or a dead process; otherwise returns undefined. */
export function findShortage(message: string): PictureError | undefined {
  if (DECODER_LIMIT.test(message)) return undefined
  if (OVERLOADED.test(message)) return overloaded(message)
  if (OUT_OF_MEMORY.test(message)) return outOfMemory(message)
  return STORAGE.test(message) ? storage(message) : undefined
}

function isAboutTheFile(message: string): boolean {
  return DECODER_LIMIT.test(message) || ABOUT_THE_FILE.some((pattern) => pattern.test(message))
}

export function outOfMemory(detail: string): PictureError {
  const message =
    'The picture needs more memory than one picture may use. Save it without progressive or interlaced coding, or reduce it.'
  return new PictureError('memory', message, detail)
}

export function damaged(detail: string): PictureError {
  const message = `The picture file is damaged and can't be decoded (${summarize(detail)}). Replace it with an intact copy.`
  return new PictureError('damaged', message, detail)
}

/** The message for a damaged file of which a part could be decoded. */
export function describeDamage({ detail = '' }: PictureError): string {
  return `The picture file is damaged (${summarize(detail)}). Its derived pictures show what could be decoded; replace it with an intact copy.`
}

/** The error for a file of which nothing could be decoded. */
export function nothingDecoded(): PictureError {
  return damaged('nothing of it could be decoded')
}

/** libvips lists its attempts, the deepest cause last, with paths of this server. */
function summarize(detail: string): string {
  const lines = detail.split('\n')
  const line = lines.find((line) => DECODER_LIMIT.test(line)) ?? lines.at(-1) ?? ''
  const text = line.replaceAll(/\/\S+: /g, '').replace(/[\s:]+$/, '')
  return /[a-z]/i.test(text) ? text.slice(0, 200) : 'its content is invalid'
}

export function tooLarge(detail: string): PictureError {
  const message =
    'The picture has more pixels than the server accepts. Reduce it, or raise the pixel limit.'
  return new PictureError('too_large', message, detail)
}

/** The machine has no thread, process or open file left at the moment. */
export function overloaded(detail: string): PictureError {
  const message = `This machine is overloaded and could not work on the picture (${summarize(detail)}). The file is not at fault.`
  return new PictureError('overloaded', message, detail)
}

/** The kernel killed the process, or refused memory although no configured limit applies. */
export function hostOutOfMemory(detail: string): PictureError {
  const message =
    'This machine ran out of memory while it worked on the picture. Close other programs, or lower CATALOG_IMAGE_WORKERS.'
  return new PictureError('host_memory', message, detail)
}

function unexplained(detail: string): PictureError {
  const message = `The picture could not be processed because of an error on this machine (${summarize(detail)}). The file is not known to be damaged.`
  return new PictureError('unexplained', message, detail)
}

function storage(detail: string): PictureError {
  const message = `The picture's files could not be read or written (${detail}).`
  return new PictureError('storage', message, detail)
}

const SHORTAGES: readonly (string | undefined)[] = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
