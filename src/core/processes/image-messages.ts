/** The messages between the server and an image child: one task, then one reply. */

import type { DerivedPictures } from '../imaging/derivatives.ts'
import type { PictureFailure } from '../imaging/picture-error.ts'
import type { ProbedPicture, ProbeInput } from '../imaging/probe.ts'
import type { RenderInput } from '../imaging/render.ts'
import type { SourceInput } from '../imaging/source-picture.ts'
import type { MadeTiles } from '../imaging/tiles.ts'

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

export type ImageReply = { result: ImageResult } | { failure: PictureFailure }
