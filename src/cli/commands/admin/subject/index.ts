import { createCommandGroup } from '../../../command.ts'
import { addSubjectsCommand } from './add.ts'
import { editSubjectCommand } from './edit.ts'
import { importSubjectsCommand } from './import.ts'
import { clearGeometriesCommand } from './geometry/clear.ts'
import { fetchGeometriesCommand } from './geometry/fetch.ts'
import { setGeometryCommand } from './geometry/set.ts'
import { showGeometryCommand } from './geometry/show.ts'
import { listSubjectsCommand } from './list.ts'
import { mergeSubjectsCommand } from './merge.ts'
import { refreshSubjectsCommand } from './refresh.ts'
import { removeSubjectsCommand } from './remove.ts'
import { showSubjectCommand } from './show.ts'

export const subjectCommands = createCommandGroup(
  'subject',
  'Manage the subjects that images are tagged with',
  [
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
  ],
)
