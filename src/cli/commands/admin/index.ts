import type { CommandTable } from '../../command.ts'

/** The subcommands of `catalog admin`. Each opens the data directory itself, by dynamic import. */
export const adminCommands: CommandTable = {
  init: async () => (await import('./init.ts')).initCommand,
  deploy: async () => (await import('./deploy.ts')).deployCommand,
  user: async () => (await import('./user/index.ts')).userCommands,
  subject: async () => (await import('./subject/index.ts')).subjectCommands,
  image: async () => (await import('./image/index.ts')).imageCommands,
  georeference: async () => (await import('./georeference.ts')).georeferenceCommands,
  validation: async () => (await import('./validation.ts')).validationCommands,
  comment: async () => (await import('./comment.ts')).commentCommands,
  app: async () => (await import('./app.ts')).appCommands,
  token: async () => (await import('./token.ts')).tokenCommands,
  key: async () => (await import('./key.ts')).keyCommands,
  slot: async () => (await import('./slot.ts')).slotCommands,
  audit: async () => (await import('./audit/index.ts')).auditCommands,
  activity: async () => (await import('./activity.ts')).activityCommands,
  job: async () => (await import('./job/index.ts')).jobCommands,
  reprocess: async () => (await import('./reprocess.ts')).reprocessCommand,
  storage: async () => (await import('./storage/index.ts')).storageCommands,
  backup: async () => (await import('./backup/index.ts')).backupCommands,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  recover: async () => (await import('./recover.ts')).recoverCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommands,
  dump: async () => (await import('./dump.ts')).dumpCommand,
  load: async () => (await import('./dump.ts')).loadCommand,
  source: async () => (await import('../source/index.ts')).formerSourceCommands,
  collection: async () => (await import('../collection/index.ts')).formerCollectionCommands,
  license: async () => (await import('../license.ts')).licenseCommands,
  setting: async () => (await import('../setting.ts')).settingCommands,
}

/** Former names of commands that now work at an instance, too: `catalog license`. */
export const FORMER_ADMIN = ['source', 'collection', 'license', 'setting']
