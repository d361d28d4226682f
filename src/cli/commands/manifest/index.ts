import { createCommandGroup } from '../../command.ts'
import { convertManifestCommand } from './convert.ts'
import { diffManifestCommand } from './diff.ts'
import { mergeManifestCommand } from './merge.ts'
import { datesManifestCommand } from './dates.ts'
import { harvestManifestCommand } from './harvest.ts'
import { scanManifestCommand } from './scan.ts'
import { templateManifestCommand } from './template.ts'

export const manifestCommand = createCommandGroup('manifest', 'Create and edit manifests', [
  scanManifestCommand,
  harvestManifestCommand,
  datesManifestCommand,
  templateManifestCommand,
  convertManifestCommand,
  diffManifestCommand,
  mergeManifestCommand,
])
