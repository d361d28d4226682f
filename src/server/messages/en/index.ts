import * as accounts from './accounts.ts'
import * as changes from './changes.ts'
import * as pages from './pages.ts'
import * as problems from './problems.ts'
import * as staff from './staff.ts'

export const en = { ...accounts, ...changes, ...pages, ...problems, ...staff }

/** The texts of the pages, in groups of one page or part each. English is the model of the other languages. */
export type Messages = typeof en
