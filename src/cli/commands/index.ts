import { createCommandGroup, type CommandFactory } from '../command.ts'
import { adminCommands } from './admin/index.ts'
import { addCommand } from './add.ts'
import { completionCommand } from './completion.ts'
import { configCommand } from './config.ts'
import { dateCommand } from './date/index.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { exitCodesCommand } from './exit-codes.ts'
import { exportCommand } from './export/index.ts'
import { healthcheckCommand } from './healthcheck.ts'
import { helpCommand } from './help.ts'
import { importCommand } from './import/index.ts'
import { manifestCommand } from './manifest/index.ts'
import { modelCommand } from './model/index.ts'
import { optionsCommand } from './options.ts'
import { profileCommand } from './profile/index.ts'
import { activityCommand } from './reading/activity.ts'
import { apiCommand } from './reading/api.ts'
import { resourceCommands } from './reading/index.ts'
import { statsCommand } from './reading/stats.ts'
import { replaceCommand } from './replace/index.ts'
import { searchCommand } from './search/index.ts'
import { serveCommand } from './serve.ts'
import { slotCommand } from './slot/index.ts'
import { loginCommand } from './session/login.ts'
import { logoutCommand } from './session/logout.ts'
import { tokenCommand } from './session/token.ts'
import { whoamiCommand } from './session/whoami.ts'
import { updateCommand } from './update.ts'

/** Every command of the program by its heading on the help screen, in the order of the screen. */
export const commands: Readonly<Record<string, readonly CommandFactory[]>> = {
  'Account:': [loginCommand, logoutCommand, whoamiCommand, tokenCommand, profileCommand],
  'Images:': [
    manifestCommand,
    dateCommand,
    importCommand,
    addCommand,
    updateCommand,
    replaceCommand,
    slotCommand,
  ],
  'Reading:': [
    ...resourceCommands,
    searchCommand,
    exportCommand,
    activityCommand,
    statsCommand,
    apiCommand,
  ],
  'Server:': [
    serveCommand,
    demoCommand,
    createCommandGroup('admin', 'Administer a catalog on its host', adminCommands),
    modelCommand,
    configCommand,
  ],
  'Help and diagnostics:': [
    doctorCommand,
    healthcheckCommand,
    helpCommand,
    completionCommand,
    exitCodesCommand,
    optionsCommand,
  ],
}
