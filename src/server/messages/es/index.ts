import type { Messages } from '../en/index.ts'
import { account } from './account.ts'
import { consent } from './consent.ts'
import { errors } from './errors.ts'
import { home } from './home.ts'
import { pager } from './pager.ts'
import { search } from './search.ts'
import { signIn } from './sign-in.ts'
import { site } from './site.ts'

export const es: Messages = { account, consent, errors, home, pager, search, signIn, site }
