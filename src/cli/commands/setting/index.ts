import { createPlacedGroup } from '../../client/with-api.ts'
import { getSettingCommand } from './get.ts'
import { listSettingsCommand } from './list.ts'
import { resetSettingCommand, setSettingCommand } from './set.ts'

export const settingCommands = createPlacedGroup('setting', 'Manage the settings of the catalog', [
  listSettingsCommand,
  getSettingCommand,
  setSettingCommand,
  resetSettingCommand,
])
