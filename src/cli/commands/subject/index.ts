import { createCommandGroup } from '../../command.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { addSubjectsCommand } from './add.ts'
import { editSubjectCommand } from './edit.ts'
import { subjectGeometryCommand } from './geometry.ts'
import { mergeSubjectsCommand } from './merge.ts'
import { createRecordsCommand } from './records.ts'
import { removeSubjectsCommand } from './remove.ts'
import { showSubjectCommand } from './show.ts'

const { subject } = RESOURCES

export const subjectCommands = createCommandGroup('subject', subject.description, [
  createListCommand(subject),
  createGetCommand(subject),
  subjectGeometryCommand,
  createRecordsCommand('records'),
  showSubjectCommand,
  addSubjectsCommand,
  editSubjectCommand,
  mergeSubjectsCommand,
  removeSubjectsCommand,
])
