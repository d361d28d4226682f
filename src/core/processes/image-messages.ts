/** What the server and an image child say to each other: one task, one reply, in turn. */

import type { DerivedPictures, DeriveInput } from '../imaging/derivatives.ts'
import type { PictureFailure } from '../imaging/picture-error.ts'
import type { ProbedPicture, ProbeInput } from '../imaging/probe.ts'

/** Every task by name: what it is given and what comes back. */
export interface ImageTasks {
  probe: { input: ProbeInput; result: ProbedPicture }
  derive: { input: DeriveInput; result: DerivedPictures }
}

export type ImageTaskName = keyof ImageTasks

export type ImageTask = {
  [Name in ImageTaskName]: { name: Name; input: ImageTasks[Name]['input'] }
}[ImageTaskName]

export type ImageResult<Task extends ImageTask = ImageTask> = ImageTasks[Task['name']]['result']

export type ImageReply = { result: ImageResult } | { failure: PictureFailure }

/** What a child says before its first task: whatever it dies of from here on may be the picture's fault. */
export interface ImageGreeting {
  ready: true
}
