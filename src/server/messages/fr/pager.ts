import type { Messages } from '../en/index.ts'

export const pager: Messages['pager'] = {
  pages: 'Pages',
  previous: 'Page précédente',
  next: 'Page suivante',
  page: (page) => `Page ${page}`,
  range: (first, last, count) => `${first}–${last} sur ${count}`,
}
