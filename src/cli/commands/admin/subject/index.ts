import { createCommandGroup } from '../../../command.ts'
import { addSubjectsCommand } from '../../subject/add.ts'
import { editSubjectCommand } from '../../subject/index.ts'
import { mergeSubjectsCommand } from '../../subject/index.ts'
import { createRecordsCommand } from '../../subject/index.ts'
import { removeSubjectsCommand } from '../../subject/index.ts'
import { showSubjectCommand } from '../../subject/index.ts'
import { importSubjectsCommand } from './import.ts'
import { clearGeometriesCommand } from './geometry/clear.ts'
import { fetchGeometriesCommand } from './geometry/fetch.ts'
import { setGeometryCommand } from './geometry/set.ts'
import { showGeometryCommand } from './geometry/show.ts'
import { refreshSubjectsCommand } from './refresh.ts'

/** Former names of commands that now work at an instance, too: `catalog subject add`. */
const FORMER = [
  createRecordsCommand('list'),
  showSubjectCommand,
  addSubjectsCommand,
  editSubjectCommand,
  mergeSubjectsCommand,
  removeSubjectsCommand,
]

export const subjectCommands = createCommandGroup(
  'subject',
  'Import and refresh subjects, and manage their outlines',
  [
    importSubjectsCommand,
    refreshSubjectsCommand,
    createCommandGroup('geometry', 'Manage the outlines of subjects', [
      fetchGeometriesCommand,
      setGeometryCommand,
      clearGeometriesCommand,
      showGeometryCommand,
    ]),
    ...FORMER,
  ],
  ['list', 'show', 'add', 'edit', 'merge', 'remove'],
)
