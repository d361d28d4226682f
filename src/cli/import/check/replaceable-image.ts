/** What is known of an image whose file is to be replaced. */
export interface ReplaceableImage {
  title: string
  collection: number
  /** Whether it is turned or mirrored now, which ends with its file. */
  isTransformed: boolean
}

/** Looks an image up; undefined when there is none, or it is not shown to the caller. */
export type FindReplaceable = (id: number) => Promise<ReplaceableImage | undefined>
