import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { rebuildActivityCommand } from './activity/rebuild.ts'
import { listAuditCommand } from './audit/list.ts'
import { pruneAuditCommand } from './audit/prune.ts'
import { createBackupCommand } from './backup/create.ts'
import { listBackupsCommand } from './backup/list.ts'
import { pruneBackupsCommand } from './backup/prune.ts'
import { verifyBackupCommand } from './backup/verify.ts'
import { createAppCommand } from './app/create.ts'
import { listAppsCommand } from './app/list.ts'
import { revokeAppCommand } from './app/revoke.ts'
import { announceCollectionCommand } from './collection/announce.ts'
import { createCollectionCommand } from './collection/create.ts'
import { deleteCollectionCommand } from './collection/delete.ts'
import { editCollectionCommand } from './collection/edit.ts'
import { listCollectionsCommand } from './collection/list.ts'
import { moveCollectionCommand } from './collection/move.ts'
import { hideCollectionCommand, publishCollectionCommand } from './collection/set-public.ts'
import { showCollectionCommand } from './collection/show.ts'
import { addCommentCommand } from './comment/add.ts'
import { deleteCommentsCommand } from './comment/delete.ts'
import { importCommentsCommand } from './comment/import.ts'
import { listCommentsCommand } from './comment/list.ts'
import { dumpCommand } from './dump.ts'
import { deleteGeoreferencesCommand } from './georeference/delete.ts'
import { importGeoreferencesCommand } from './georeference/import.ts'
import { listGeoreferencesCommand } from './georeference/list.ts'
import { listDamagedCommand } from './image/damaged.ts'
import { deleteImagesCommand } from './image/delete.ts'
import { editImagesCommand } from './image/edit.ts'
import { reorderImagesCommand } from './image/reorder.ts'
import { setDuplicateCommand } from './image/set-duplicate.ts'
import { setFromAboveCommand } from './image/set-from-above.ts'
import { setScaleCommand } from './image/set-scale.ts'
import { setStatusCommand } from './image/set-status.ts'
import { reorderSubjectsCommand, tagImagesCommand, untagImagesCommand } from './image/tag.ts'
import { transformImagesCommand } from './image/transform.ts'
import { initCommand } from './init.ts'
import { listJobsCommand } from './job/list.ts'
import { pauseJobsCommand } from './job/pause.ts'
import { purgeJobsCommand } from './job/purge.ts'
import { resumeJobsCommand } from './job/resume.ts'
import { retryJobsCommand } from './job/retry.ts'
import { runJobsCommand } from './job/run.ts'
import { rotateKeyCommand } from './key/rotate.ts'
import { addLicenseCommand } from './license/add.ts'
import { editLicenseCommand } from './license/edit.ts'
import { listLicensesCommand } from './license/list.ts'
import { removeLicenseCommand } from './license/remove.ts'
import { seedLicensesCommand } from './license/seed.ts'
import { loadCommand } from './load.ts'
import { showMigrationsCommand } from './migrate/status.ts'
import { migrateCommand } from './migrate/up.ts'
import { getSettingCommand } from './setting/get.ts'
import { listSettingsCommand } from './setting/list.ts'
import { resetSettingCommand, setSettingCommand } from './setting/set.ts'
import { cancelSlotsCommand } from './slot/cancel.ts'
import { listSlotsCommand } from './slot/list.ts'
import { reapSlotsCommand } from './slot/reap.ts'
import { reprocessCommand } from './reprocess.ts'
import { restoreCommand } from './restore.ts'
import { pruneStorageCommand } from './storage/prune.ts'
import { storageUsageCommand } from './storage/usage.ts'
import { verifyStorageCommand } from './storage/verify.ts'
import { createSourceCommand } from './source/create.ts'
import { deleteSourceCommand } from './source/delete.ts'
import { editSourceCommand } from './source/edit.ts'
import { listSourcesCommand } from './source/list.ts'
import { hideSourceCommand, publishSourceCommand } from './source/set-public.ts'
import { showSourceCommand } from './source/show.ts'
import { addSubjectsCommand } from './subject/add.ts'
import { editSubjectCommand } from './subject/edit.ts'
import { importSubjectsCommand } from './subject/import.ts'
import { clearGeometriesCommand } from './subject/geometry/clear.ts'
import { fetchGeometriesCommand } from './subject/geometry/fetch.ts'
import { setGeometryCommand } from './subject/geometry/set.ts'
import { showGeometryCommand } from './subject/geometry/show.ts'
import { listSubjectsCommand } from './subject/list.ts'
import { mergeSubjectsCommand } from './subject/merge.ts'
import { refreshSubjectsCommand } from './subject/refresh.ts'
import { removeSubjectsCommand } from './subject/remove.ts'
import { showSubjectCommand } from './subject/show.ts'
import { createTokenCommand } from './token/create.ts'
import { listTokensCommand } from './token/list.ts'
import { revokeTokenCommand } from './token/revoke.ts'
import { addDevUserCommand } from './user/add-dev.ts'
import { ensureStaffCommand } from './user/ensure-staff.ts'
import { forgetUserCommand } from './user/forget.ts'
import { listUsersCommand } from './user/list.ts'
import { revokeStaffCommand } from './user/revoke-staff.ts'
import { showUserCommand } from './user/show.ts'
import { addValidationCommand } from './validation/add.ts'
import { deleteValidationsCommand } from './validation/delete.ts'
import { importValidationsCommand } from './validation/import.ts'
import { listValidationsCommand } from './validation/list.ts'

/** The subcommands of `catalog admin`. Each opens the data directory itself, by dynamic import. */
export const adminCommands: readonly CommandFactory[] = [
  initCommand,
  createCommandGroup('user', 'Manage staff and list users', [
    ensureStaffCommand,
    revokeStaffCommand,
    listUsersCommand,
    showUserCommand,
    addDevUserCommand,
    forgetUserCommand,
  ]),
  createCommandGroup('license', 'Manage the licenses for imports', [
    listLicensesCommand,
    addLicenseCommand,
    editLicenseCommand,
    removeLicenseCommand,
    seedLicensesCommand,
  ]),
  createCommandGroup('source', 'Manage the institutions that contribute images', [
    listSourcesCommand,
    showSourceCommand,
    createSourceCommand,
    editSourceCommand,
    publishSourceCommand,
    hideSourceCommand,
    deleteSourceCommand,
  ]),
  createCommandGroup('collection', 'Manage collections', [
    listCollectionsCommand,
    showCollectionCommand,
    createCollectionCommand,
    editCollectionCommand,
    publishCollectionCommand,
    hideCollectionCommand,
    moveCollectionCommand,
    announceCollectionCommand,
    deleteCollectionCommand,
  ]),
  createCommandGroup('subject', 'Manage the subjects that images are tagged with', [
    listSubjectsCommand,
    showSubjectCommand,
    addSubjectsCommand,
    importSubjectsCommand,
    editSubjectCommand,
    refreshSubjectsCommand,
    mergeSubjectsCommand,
    removeSubjectsCommand,
    createCommandGroup('geometry', 'Manage the outlines of subjects', [
      fetchGeometriesCommand,
      setGeometryCommand,
      clearGeometriesCommand,
      showGeometryCommand,
    ]),
  ]),
  createCommandGroup('image', 'Manage images and their files', [
    editImagesCommand,
    setStatusCommand,
    setDuplicateCommand,
    setFromAboveCommand,
    setScaleCommand,
    tagImagesCommand,
    untagImagesCommand,
    reorderSubjectsCommand,
    reorderImagesCommand,
    transformImagesCommand,
    deleteImagesCommand,
    listDamagedCommand,
  ]),
  createCommandGroup('georeference', 'Manage georeferences', [
    listGeoreferencesCommand,
    importGeoreferencesCommand,
    deleteGeoreferencesCommand,
  ]),
  createCommandGroup('validation', 'Manage validations of georeferences', [
    addValidationCommand,
    listValidationsCommand,
    importValidationsCommand,
    deleteValidationsCommand,
  ]),
  createCommandGroup('comment', 'Manage comments on images', [
    addCommentCommand,
    listCommentsCommand,
    importCommentsCommand,
    deleteCommentsCommand,
  ]),
  createCommandGroup('app', 'Manage registered apps', [
    createAppCommand,
    listAppsCommand,
    revokeAppCommand,
  ]),
  createCommandGroup('token', 'Manage access tokens for scripts', [
    createTokenCommand,
    listTokensCommand,
    revokeTokenCommand,
  ]),
  createCommandGroup('key', 'Manage the key that signs upload URLs and permalinks', [
    rotateKeyCommand,
  ]),
  createCommandGroup('slot', 'Manage upload slots', [
    listSlotsCommand,
    reapSlotsCommand,
    cancelSlotsCommand,
  ]),
  createCommandGroup('setting', 'Manage the settings of the catalog', [
    listSettingsCommand,
    getSettingCommand,
    setSettingCommand,
    resetSettingCommand,
  ]),
  createCommandGroup('audit', 'Inspect the log of changes', [listAuditCommand, pruneAuditCommand]),
  createCommandGroup('activity', 'Manage the activity feed', [rebuildActivityCommand]),
  createCommandGroup('job', 'Manage background jobs', [
    listJobsCommand,
    runJobsCommand,
    retryJobsCommand,
    pauseJobsCommand,
    resumeJobsCommand,
    purgeJobsCommand,
  ]),
  reprocessCommand,
  createCommandGroup('storage', 'Check and clean up the stored files', [
    verifyStorageCommand,
    pruneStorageCommand,
    storageUsageCommand,
  ]),
  createCommandGroup('backup', 'Make, verify and delete backups', [
    createBackupCommand,
    listBackupsCommand,
    verifyBackupCommand,
    pruneBackupsCommand,
  ]),
  restoreCommand,
  createCommandGroup('migrate', 'Update the database schema to this version', [
    showMigrationsCommand,
    migrateCommand,
  ]),
  dumpCommand,
  loadCommand,
]
