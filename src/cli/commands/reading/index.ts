import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { RESOURCES, type Resource, type ResourceNoun } from '../../reading/resources.ts'
import { createGetCommand } from './get.ts'
import { createListCommand } from './list.ts'
import { imageDownloadCommand } from './image-download.ts'
import { imageOpenCommand } from './image-open.ts'

/** Commands of single resources, besides `list` and `get`. */
const OTHERS: Record<string, readonly CommandFactory[]> = {
  image: [imageDownloadCommand, imageOpenCommand],
}

/** Creates `catalog source`, `catalog collection` and so on. */
export function createResourceCommands(noun: ResourceNoun): CommandFactory {
  const resource: Resource = RESOURCES[noun]
  return createCommandGroup(noun, resource.description, [
    createListCommand(resource),
    createGetCommand(resource),
    ...(OTHERS[noun] ?? []),
  ])
}
