import { randomBytes } from 'node:crypto'

/** The keys of the catalog's files in the object store. */

/** The top-level prefixes of the store. */
export const STORE_FOLDERS = {
  /** Uploads by slot. */
  incoming: 'incoming',
  /** Files by image and version. */
  originals: 'images',
  /** Derived pictures by image and generation. */
  derivatives: 'derivatives',
  /** Tiles by image and generation. */
  tiles: 'tiles',
  /** Deleted files by time and reason, below their former keys. */
  trash: 'trash',
} as const

/** Creates an unguessable name of 128 random bits for a file version or a generation of derivatives or tiles. */
export function newVersion(): string {
  return randomBytes(16).toString('base64url').replaceAll('-', '0').replaceAll('_', '1')
}

/** Whether a word of a request has the form of a version, so that it may become part of a key. */
export function isVersion(word: string): boolean {
  return /^[A-Za-z0-9]{16,64}$/.test(word)
}

const SLOT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a word of a request has the form of a slot's id. */
export function isSlotId(word: string): boolean {
  return SLOT_ID.test(word)
}

export function incomingKey(slotId: string): string {
  return `${STORE_FOLDERS.incoming}/${slotId}`
}

export function originalKey(imageId: number, version: string, extension: string): string {
  return `${versionKey(imageId, version)}/original.${extension}`
}

/** The prefixes of everything that belongs to an image, of all versions and generations. */
export function imagePrefixes(imageId: number): string[] {
  const { originals, derivatives, tiles } = STORE_FOLDERS
  return [originals, derivatives, tiles].map((folder) => `${folder}/${imageId}`)
}

/** Everything that belongs to one version of an image's file. */
export function versionKey(imageId: number, version: string): string {
  return `${STORE_FOLDERS.originals}/${imageId}/${version}`
}

const DERIVATIVES = ['thumbnail', 'display', 'corrected'] as const
export type Derivative = (typeof DERIVATIVES)[number]

export function isDerivative(word: string): word is Derivative {
  return DERIVATIVES.some((derivative) => derivative === word)
}

export function derivativeKey(imageId: number, generation: string, derivative: Derivative): string {
  return `${generationKey(imageId, generation)}/${derivative}.jpg`
}

export function generationKey(imageId: number, generation: string): string {
  return `${STORE_FOLDERS.derivatives}/${imageId}/${generation}`
}

/** The file with all tiles of an image: see `iiif/tile-file.ts`. */
export function tileFileKey(imageId: number, generation: string): string {
  return `${tilesKey(imageId, generation)}/tiles.bin`
}

export function tilesKey(imageId: number, generation: string): string {
  return `${STORE_FOLDERS.tiles}/${imageId}/${generation}`
}
