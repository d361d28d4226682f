import { createCommandGroup, loadCommands, type CommandTable } from '../command.ts'

/** Every command of the program by its heading on the help screen, in the order of the screen. */
export const commands: Readonly<Record<string, CommandTable>> = {
  'Account:': {
    login: async () => (await import('./session/login.ts')).loginCommand,
    logout: async () => (await import('./session/logout.ts')).logoutCommand,
    whoami: async () => (await import('./session/whoami.ts')).whoamiCommand,
    token: async () => (await import('./session/token.ts')).tokenCommand,
    profile: async () => (await import('./profile.ts')).profileCommand,
  },
  'Images:': {
    manifest: async () => (await import('./manifest/index.ts')).manifestCommand,
    date: async () => (await import('./date.ts')).dateCommand,
    import: async () => (await import('./import/index.ts')).importCommand,
    harvest: async () => (await import('./harvest.ts')).harvestCommand,
    add: async () => (await import('./add.ts')).addCommand,
    update: async () => (await import('./update.ts')).updateCommand,
    replace: async () => (await import('./replace.ts')).replaceCommand,
    slot: async () => (await import('./slot/index.ts')).slotCommand,
  },
  'Reading:': {
    source: async () => (await import('./source/index.ts')).sourceCommands,
    collection: async () => (await import('./collection/index.ts')).collectionCommands,
    image: async () => (await import('./image/index.ts')).imageCommands,
    subject: async () => (await import('./subject/index.ts')).subjectCommands,
    license: async () => (await import('./license.ts')).licenseCommands,
    user: async () => (await import('./user/index.ts')).userCommands,
    search: async () => (await import('./search/index.ts')).searchCommand,
    export: async () => (await import('./export/index.ts')).exportCommand,
    mirror: async () => (await import('./mirror.ts')).mirrorCommand,
    activity: async () => (await import('./reading/activity.ts')).activityCommand,
    changes: async () => (await import('./reading/changes.ts')).changesCommand,
    stats: async () => (await import('./reading/stats.ts')).statsCommand,
    api: async () => (await import('./reading/api.ts')).apiCommand,
  },
  'Moderating:': {
    comment: async () => (await import('./comment.ts')).commentCommands,
    georeference: async () => (await import('./georeference.ts')).georeferenceCommands,
    validation: async () => (await import('./validation.ts')).validationCommands,
    flag: async () => (await import('./flag.ts')).flagCommands,
    audit: async () => (await import('./audit.ts')).auditCommands,
    job: async () => (await import('./job/index.ts')).jobCommands,
    setting: async () => (await import('./setting.ts')).settingCommands,
  },
  'Server:': {
    serve: async () => (await import('./serve.ts')).serveCommand,
    demo: async () => (await import('./demo/index.ts')).demoCommand,
    admin: async ([, ...words]) => {
      const { adminCommands, FORMER_ADMIN } = await import('./admin/index.ts')
      const members = await loadCommands(adminCommands, words)
      const description = 'Administer a catalog on its host'
      return createCommandGroup('admin', description, Object.values(members), FORMER_ADMIN)
    },
    model: async () => (await import('./model/index.ts')).modelCommand,
    gazetteer: async () => (await import('./gazetteer.ts')).gazetteerCommand,
    publish: async () => (await import('./publish.ts')).publishCommand,
    basemap: async () => (await import('./basemap/index.ts')).basemapCommand,
    config: async () => (await import('./config.ts')).configCommand,
  },
  'Help and diagnostics:': {
    doctor: async () => (await import('./doctor.ts')).doctorCommand,
    healthcheck: async () => (await import('./healthcheck.ts')).healthcheckCommand,
    help: async () => (await import('./help.ts')).helpCommand,
    completion: async () => (await import('./completion.ts')).completionCommand,
    'exit-codes': async () => (await import('./help.ts')).exitCodesCommand,
    options: async () => (await import('./help.ts')).optionsCommand,
  },
}
