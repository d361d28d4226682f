import type { Messages } from '../en/index.ts'
import * as accounts from './accounts.ts'
import * as changes from './changes.ts'
import * as pages from './pages.ts'
import * as problems from './problems.ts'
import * as staff from './staff.ts'

export const fr: Messages = { ...accounts, ...changes, ...pages, ...problems, ...staff }
