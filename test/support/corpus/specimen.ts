import type { Color } from '../pictures.ts'

/** The outcome of importing a file. */
export type Verdict =
  /** The type is not accepted. */
  | 'refused at the slot'
  /** The file is not of the announced type, has no header, or is too large. */
  | 'refused at the commit'
  /** The image has all derivatives. */
  | 'complete'
  /** The image has derivatives of the readable part, and the damage is recorded. */
  | 'damaged'
  /** The image has no derivatives, and the job has the error. */
  | 'failed'

export interface Specimen {
  name: string
  contentType: string
  make(): Promise<Buffer> | Buffer
  /** Absent for randomly altered files, whose verdicts are recorded. */
  verdict?: Verdict
  /** Expected text of the error or the recorded damage. */
  says?: RegExp
  /** Upright size. */
  size?: readonly [width: number, height: number]
  /** The colors in the centers of the quarters of the upright picture, with a tolerance. */
  shows?: readonly Color[]
  tolerance?: number
  /** Takes seconds or hundreds of megabytes, so it runs in the soak only. */
  isHeavy?: boolean
}
