import { createCommandGroup } from '../../command.ts'
import { exportAllCommand } from './all.ts'
import { exportAreasCommand } from './areas.ts'
import { exportGeoreferencesCommand } from './georeferences.ts'
import { exportImagesCommand } from './images.ts'
import { exportManifestCommand } from './manifest.ts'
import { exportSubjectsCommand } from './subjects.ts'

export const exportCommand = createCommandGroup('export', 'Export for GIS programs and tables', [
  exportGeoreferencesCommand,
  exportAreasCommand,
  exportSubjectsCommand,
  exportImagesCommand,
  exportManifestCommand,
  exportAllCommand,
])
