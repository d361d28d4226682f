import { home } from './home.ts'
import { pager } from './pager.ts'
import { search } from './search.ts'
import { site } from './site.ts'

export const en = { site, home, pager, search }

/** The texts of the pages, in groups of one page or part each. English is the model of the other languages. */
export type Messages = typeof en
