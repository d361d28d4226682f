import type { Messages } from '../en/index.ts'
import { home } from './home.ts'
import { site } from './site.ts'

export const fr: Messages = { site, home }
