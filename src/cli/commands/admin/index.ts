import { group, type CommandFactory } from '../../command.ts'
import { rebuildActivityCommand } from './activity/rebuild.ts'
import { announceCollectionCommand } from './collection/announce.ts'
import { createCollectionCommand } from './collection/create.ts'
import { dumpCommand } from './dump.ts'
import { addLicenseCommand } from './license/add.ts'
import { listLicensesCommand } from './license/list.ts'
import { seedLicensesCommand } from './license/seed.ts'
import { loadCommand } from './load.ts'
import { createSourceCommand } from './source/create.ts'
import { createTokenCommand } from './token/create.ts'
import { ensureStaffCommand } from './user/ensure-staff.ts'
import { listUsersCommand } from './user/list.ts'

/** The nouns below `catalog admin`; each opens the data directory itself, by dynamic import. */
export const adminCommands: readonly CommandFactory[] = [
  group('user', 'contributors and who of them is staff', [ensureStaffCommand, listUsersCommand]),
  group('license', 'licenses that imports may name', [
    addLicenseCommand,
    listLicensesCommand,
    seedLicensesCommand,
  ]),
  group('source', 'institutions that contribute images', [createSourceCommand]),
  group('collection', 'collections of the sources', [
    createCollectionCommand,
    announceCollectionCommand,
  ]),
  group('token', 'access tokens for scripts', [createTokenCommand]),
  group('activity', 'the feed of what was contributed', [rebuildActivityCommand]),
  dumpCommand,
  loadCommand,
]
