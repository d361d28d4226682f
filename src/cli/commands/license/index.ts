import { createCommandGroup } from '../../command.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { addLicenseCommand } from './add.ts'
import { editLicenseCommand } from './edit.ts'
import { removeLicenseCommand } from './remove.ts'
import { seedLicensesCommand } from './seed.ts'

export const licenseCommands = createCommandGroup('license', RESOURCES.license.description, [
  createListCommand(RESOURCES.license),
  createGetCommand(RESOURCES.license),
  addLicenseCommand,
  editLicenseCommand,
  removeLicenseCommand,
  seedLicensesCommand,
])
