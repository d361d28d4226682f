import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { RESOURCES, type Resource } from '../../reading/resources.ts'
import { createGetCommand } from './get.ts'
import { createListCommand } from './list.ts'
import { imageDownloadCommand } from './image-download.ts'
import { imageOpenCommand } from './image-open.ts'
import { sourceCreateCommand } from './source-create.ts'
import { subjectGeometryCommand } from './subject-geometry.ts'

/** Commands of single resources, besides `list` and `get`. */
const OTHERS: Record<string, readonly CommandFactory[]> = {
  source: [sourceCreateCommand],
  image: [imageDownloadCommand, imageOpenCommand],
  subject: [subjectGeometryCommand],
}

/** `catalog source`, `catalog collection` and so on. */
export const resourceCommands: readonly CommandFactory[] = Object.values(RESOURCES).map(
  (resource: Resource) =>
    createCommandGroup(resource.noun, resource.description, [
      createListCommand(resource),
      createGetCommand(resource),
      ...(OTHERS[resource.noun] ?? []),
    ]),
)
