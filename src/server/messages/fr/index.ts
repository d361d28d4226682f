import type { Messages } from '../en/index.ts'
import { home } from './home.ts'
import { pager } from './pager.ts'
import { search } from './search.ts'
import { site } from './site.ts'

export const fr: Messages = { site, home, pager, search }
