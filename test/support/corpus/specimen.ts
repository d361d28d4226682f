import type { Colour } from '../pictures.ts'

/** How the way of a file into the catalogue ends. */
export type Verdict =
  /** Its type is not taken. */
  | 'refused at the slot'
  /** It is not what was announced, has no header, or is too large. */
  | 'refused at the commit'
  /** Image and all derived pictures are there. */
  | 'complete'
  /** Image and derived pictures of what could be decoded are there, with a remark. */
  | 'damaged'
  /** The image is there without derived pictures; the job says why. */
  | 'failed'

export interface Specimen {
  name: string
  contentType: string
  make(): Promise<Buffer> | Buffer
  /** Absent for what was altered at random: then the recorded verdict counts. */
  verdict?: Verdict
  /** What the refusal, the remark or the job's error must say. */
  says?: RegExp
  /** As seen. */
  size?: readonly [width: number, height: number]
  /** The colours in the middle of the quarters as seen, with a tolerance. */
  shows?: readonly Colour[]
  tolerance?: number
  /** Takes seconds or hundreds of megabytes, and so is for the long run only. */
  isHeavy?: boolean
}
