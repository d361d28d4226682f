import { createCommandGroup } from '../../../command.ts'
import { addLicenseCommand } from './add.ts'
import { editLicenseCommand } from './edit.ts'
import { listLicensesCommand } from './list.ts'
import { removeLicenseCommand } from './remove.ts'
import { seedLicensesCommand } from './seed.ts'

export const licenseCommands = createCommandGroup('license', 'Manage the licenses for imports', [
  listLicensesCommand,
  addLicenseCommand,
  editLicenseCommand,
  removeLicenseCommand,
  seedLicensesCommand,
])
