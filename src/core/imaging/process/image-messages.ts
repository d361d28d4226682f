/** The messages between the server and an image child: one task, then one reply. */

import type { DerivedPictures } from '../derivatives.ts'
import type { PictureFailure } from '../picture-error.ts'
import type { ProbedPicture, ProbeInput } from '../probe.ts'
import type { RenderInput } from '../render.ts'
import type { SourceInput } from '../source-picture.ts'
import type { MadeTiles } from '../tiles.ts'

/** Every task by name, with its input and result. */
export interface ImageTasks {
  probe: { input: ProbeInput; result: ProbedPicture }
  derive: { input: SourceInput; result: DerivedPictures }
  tile: { input: SourceInput; result: MadeTiles }
  render: { input: RenderInput; result: Uint8Array }
}

export type ImageTaskName = keyof ImageTasks

export type ImageTask = {
  [Name in ImageTaskName]: { name: Name; input: ImageTasks[Name]['input'] }
}[ImageTaskName]

export type ImageResult<Task extends ImageTask = ImageTask> = ImageTasks[Task['name']]['result']

export type ImageReply = ({ result: ImageResult } | { failure: PictureFailure }) & {
  /** Processor time of the task in milliseconds, without the programs that it ran. */
  cpuMs: number
}
