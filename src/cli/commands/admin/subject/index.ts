import { createCommandGroup } from '../../../command.ts'
import { addSubjectsCommand } from '../../subject/add.ts'
import {
  editSubjectCommand,
  mergeSubjectsCommand,
  createRecordsCommand,
  removeSubjectsCommand,
  showSubjectCommand,
} from '../../subject/index.ts'
import { importSubjectsCommand } from './import.ts'
import {
  clearGeometriesCommand,
  setGeometryCommand,
  showGeometryCommand,
} from './geometry/index.ts'
import { fetchGeometriesCommand } from './geometry/fetch.ts'
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
