import type { Messages } from '../en/index.ts'

export const pager: Messages['pager'] = {
  pages: 'Seiten',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  page: (page) => `Seite ${page}`,
  range: (first, last, count) => `${first}–${last} von ${count}`,
}
