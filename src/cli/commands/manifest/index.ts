import { createCommandGroup } from '../../command.ts'
import { convertManifestCommand } from './convert.ts'

export const manifestCommand = createCommandGroup('manifest', 'Create and edit manifests', [
  convertManifestCommand,
])
