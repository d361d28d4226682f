import { PictureError } from './picture-error.ts'

const OUT_OF_MEMORY =
  /out of memory|not enough memory|unable to (?:re)?alloc|failed to allocate|cannot allocate|insufficient memory|bad_alloc|malloc/i
const NOT_WRITTEN = /no space left|write error|unable to (?:open|write|sync)|disc full|ENOSPC/i
const TOO_MANY_PIXELS = /exceeds pixel limit/i

/**
 * Tells from what sharp or the file system said why a picture failed. libvips has sentences and no codes; whatever is
 * not one of the known others is a complaint about the file's content.
 */
export function pictureErrorOf(error: unknown): PictureError {
  if (error instanceof PictureError) return error
  const said = error instanceof Error ? error.message.trim() : String(error)
  if (isSystemError(error)) return storageError(said)
  if (TOO_MANY_PIXELS.test(said)) return tooLarge(said)
  if (saysOutOfMemory(said)) return outOfMemory(said)
  if (NOT_WRITTEN.test(said)) return storageError(said)
  return damaged(said)
}

/** True for what libvips, libjpeg, GLib, the C++ library and V8 say when they get no more memory. */
export function saysOutOfMemory(text: string): boolean {
  return OUT_OF_MEMORY.test(text)
}

export function outOfMemory(detail: string): PictureError {
  const message =
    'The picture needs more memory than one picture may use. Save it without progressive or interlaced coding, or reduce it.'
  return new PictureError('memory', message, detail)
}

export function damaged(detail: string): PictureError {
  const message = `The picture file is damaged and can't be decoded (${essence(detail)}). Replace it with an intact copy.`
  return new PictureError('damaged', message, detail)
}

/** What is said of a damaged file of which a part could be shown after all. */
export function damageOf({ detail = '' }: PictureError): string {
  return `The picture file is damaged (${essence(detail)}). Its derived pictures show what could be decoded; replace it with an intact copy.`
}

/** For a file whose damage left nothing to see. */
export function blank(): PictureError {
  return damaged('nothing of it could be decoded')
}

/** libvips lists what it tried, the deepest cause last, with paths of this server. */
function essence(detail: string): string {
  const last = detail.split('\n').at(-1) ?? ''
  const bare = last.replaceAll(/\/\S+: /g, '').replace(/[\s:]+$/, '')
  return /[a-z]/i.test(bare) ? bare.slice(0, 200) : 'its content makes no sense'
}

export function tooLarge(detail: string): PictureError {
  const message =
    'The picture has more pixels than the server accepts. Reduce it, or raise the pixel limit.'
  return new PictureError('too_large', message, detail)
}

function storageError(said: string): PictureError {
  const message = `The picture's files could not be read or written (${said}).`
  return new PictureError('storage', message, said)
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
