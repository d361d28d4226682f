import { account } from './account.ts'
import { consent } from './consent.ts'
import { errors } from './errors.ts'
import { home } from './home.ts'
import { pager } from './pager.ts'
import { search } from './search.ts'
import { signIn } from './sign-in.ts'
import { site } from './site.ts'

export const en = { account, consent, errors, home, pager, search, signIn, site }

/** The texts of the pages, in groups of one page or part each. English is the model of the other languages. */
export type Messages = typeof en
