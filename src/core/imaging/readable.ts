import { access, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureFormatName } from '../model/picture-format.ts'
import { damaged } from './decoder-failure.ts'
import { runHostProgram } from './host-program.ts'
import { readJpeg2000Header } from './jpeg-2000.ts'
import { convertTiff } from './readable-tiff.ts'
import { openPicture, type Strictness } from './sharp.ts'

interface Source {
  original: string
  directory: string
  maxPixels: number
  memoryBytes?: number
}

/** A file that libvips can read: the original, or a converted copy that disposing removes. */
export interface Readable extends AsyncDisposable {
  path: string
}

/**
 * Converts files that libvips cannot read: HEIC and JPEG 2000 with a program of the host, and rare kinds of TIFF.
 * @throws PictureError
 */
export async function openReadable(
  source: Source,
  format: PictureFormatName,
  strictness: Strictness,
): Promise<Readable> {
  if (format === 'heic') return await convertFile(source, () => convertHeic(source))
  if (format === 'jp2') return await convertFile(source, () => convertJpeg2000(source, strictness))
  if (format === 'tiff') return await convertFile(source, () => convertRareTiff(source, strictness))
  return { path: source.original, async [Symbol.asyncDispose]() {} }
}

const NAME = 'converted'

/** Removes the converted files after use, and after a failure. */
async function convertFile(
  { directory }: Source,
  convert: () => Promise<string>,
): Promise<Readable> {
  const clear = async () => {
    const outputs = ['png', 'tif'].map((extension) => `${NAME}.${extension}`)
    for (const name of [...outputs, ...SOURCES]) await rm(join(directory, name), { force: true })
  }
  try {
    return { path: await convert(), [Symbol.asyncDispose]: clear }
  } catch (error) {
    await clear()
    throw error
  }
}

/** heif-convert numbers its output files if there are several pictures. */
async function convertHeic({
  original,
  directory,
  maxPixels,
  memoryBytes,
}: Source): Promise<string> {
  const output = join(directory, `${NAME}.png`)
  await runHostProgram('heif-convert', [original, output], { memoryBytes })
  const { pagePrimary = 0 } = await openPicture(original, maxPixels, 'lenient').metadata()
  const numbered = join(directory, `${NAME}-${pagePrimary + 1}.png`)
  return (await findFirstExisting([output, numbered])) ?? failWithoutOutput()
}

const SOURCES = ['source.jp2', 'source.j2k', 'source.tif']

/**
 * opj_decompress recognizes a bare codestream by the file name. It writes TIFF faster than PNG, but libvips reads only
 * common depths from its TIFF files.
 */
async function convertJpeg2000(source: Source, strictness: Strictness): Promise<string> {
  const { original, directory, memoryBytes } = source
  const { isBare, depths } = await readJpeg2000Header(original)
  const input = join(directory, isBare ? 'source.j2k' : 'source.jp2')
  await symlink(original, input)
  const isPlain = depths.length <= 4 && depths.every((depth) => depth === 8 || depth === 16)
  const output = join(directory, isPlain ? `${NAME}.tif` : `${NAME}.png`)
  const lenient = strictness === 'lenient' ? ['-allow-partial'] : []
  const words = ['-i', input, '-o', output, '-upsample', ...lenient]
  await runHostProgram('opj_decompress', words, { memoryBytes })
  return (await findFirstExisting([output])) ?? failWithoutOutput()
}

/** @returns the original if libvips reads it */
async function convertRareTiff(source: Source, strictness: Strictness): Promise<string> {
  const { original, directory, maxPixels } = source
  const output = join(directory, `${NAME}.tif`)
  const paths = { original, source: join(directory, 'source.tif'), output }
  return (await convertTiff({ ...paths, maxPixels, strictness })) ? output : original
}

async function findFirstExisting(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const there = await access(path).then(
      () => true,
      () => false,
    )
    if (there) return path
  }
  return undefined
}

function failWithoutOutput(): never {
  throw damaged('the program that converts it wrote no file')
}
