import { createCommandGroup } from '../../command.ts'
import { inViewSearchCommand } from './in-view.ts'
import { semanticSearchCommand } from './semantic.ts'
import { similarSearchCommand } from './similar.ts'
import { textSearchCommand } from './text.ts'

export const searchCommand = createCommandGroup('search', 'Search the public images', [
  textSearchCommand,
  semanticSearchCommand,
  similarSearchCommand,
  inViewSearchCommand,
])
