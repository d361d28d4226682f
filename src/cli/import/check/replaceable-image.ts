/** An image whose file a row replaces. */
export interface ReplaceableImage {
  title: string
  collection: number
  /** Whether the image is rotated or mirrored; replacing its file resets this. */
  isTransformed: boolean
}

/** Looks up an image; undefined if it does not exist or is hidden from the caller. */
export type FindReplaceable = (id: number) => Promise<ReplaceableImage | undefined>
