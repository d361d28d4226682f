import type { Micros } from '../base/clock.ts'
import { PRIORITY, type JobPriority, type NewJob } from './enqueue.ts'

/** Payload of a job that derives images. */
export interface Derivation {
  /** The file version that the job was created for. A later version has its own job. */
  version?: string
}

interface NewDerivation extends Required<Derivation> {
  imageId: number
  runAt: Micros
  priority?: JobPriority
}

/** Creates a job that generates the derived images of this version of an image's file. */
export function newDerivation({ version, ...job }: NewDerivation): NewJob {
  return { kind: 'derive', payload: { version } satisfies Derivation, ...job }
}

/** Payload of a job that removes files. */
export interface Removal {
  /** Key prefix of the objects to remove. */
  prefix: string
}

/** Creates a job that removes the objects below a prefix, at `runAt` or later. */
export function newRemoval({
  imageId,
  prefix,
  runAt,
}: Removal & Pick<NewJob, 'imageId' | 'runAt'>): NewJob {
  const payload = { prefix } satisfies Removal
  return { kind: 'remove', imageId, payload, runAt, priority: PRIORITY.later }
}

/** Payload of a job that gives the pictures of hidden collections new addresses. */
export interface Withdrawal {
  /** Collections that were hidden. The images of each are next, in the order of their ids. */
  collections: number[]
  /** The images of the first collection with higher ids remain. */
  after: number
  /** When the collections were hidden. Later images never were public. */
  hiddenAt: Micros
}

/** Payload of a job that records changes of many images in the log of public changes. */
export type ImageChanges = ({ collections: number[] } | { license: number }) & {
  /** The newest position in the log when they changed. Images with a later one need no other. */
  before: Micros
}

/** Creates a job that records the changes of all images of these collections or of a license. */
export function newImageChanges(payload: ImageChanges, now: Micros): NewJob {
  return { kind: 'changes', imageId: null, payload, runAt: now, priority: PRIORITY.next }
}

/** Creates a job that ends the addresses of all pictures of hidden collections, at `runAt` or later. */
export function newWithdrawal(payload: Withdrawal, runAt: Micros): NewJob {
  return { kind: 'withdraw', imageId: null, payload, runAt }
}
