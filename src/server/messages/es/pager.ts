import type { Messages } from '../en/index.ts'

export const pager: Messages['pager'] = {
  pages: 'Páginas',
  previous: 'Página anterior',
  next: 'Página siguiente',
  page: (page) => `Página ${page}`,
  range: (first, last, count) => `${first}–${last} de ${count}`,
}
