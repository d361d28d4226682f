import { createCommandGroup } from '../../command.ts'
import { parseDateCommand } from './parse.ts'

export const dateCommand = createCommandGroup('date', 'Convert recorded dates to EDTF', [
  parseDateCommand,
])
