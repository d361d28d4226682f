import { createCommandGroup } from '../../command.ts'
import { getSettingCommand } from './get.ts'
import { listSettingsCommand } from './list.ts'
import { resetSettingCommand, setSettingCommand } from './set.ts'

export const settingCommands = createCommandGroup('setting', 'Manage the settings of the catalog', [
  listSettingsCommand,
  getSettingCommand,
  setSettingCommand,
  resetSettingCommand,
])
