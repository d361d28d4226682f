import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const imports: Messages['imports'] = {
  title: 'Importaciones',
  introduction: 'Lo que se subió en los últimos 30 días, por persona, colección y día.',
  none: 'No se subió nada en los últimos 30 días.',
  noMore: 'No hay importaciones más antiguas.',
  committed: (count: number) =>
    plural(count, { one: 'archivo importado', other: 'archivos importados' }),
  pending: (count: number) => `${count} en curso`,
  abandoned: (count: number) => `${count} sin completar`,
  failed: (count: number) =>
    plural(count, { one: 'dañado o fallido', other: 'dañados o fallidos' }),
}
