import type { Messages } from '../en/index.ts'

export const pager: Messages['pager'] = {
  pages: 'Páginas',
  previous: 'Página anterior',
  next: 'Página siguiente',
  page: (page) => `Página ${page}`,
}
