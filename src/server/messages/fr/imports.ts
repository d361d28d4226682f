import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const imports: Messages['imports'] = {
  title: 'Imports',
  introduction:
    'Ce qui a été envoyé au cours des 30 derniers jours, par personne, collection et jour.',
  none: 'Rien n’a été envoyé au cours des 30 derniers jours.',
  noMore: 'Il n’y a pas d’imports plus anciens.',
  committed: (count: number) =>
    plural(count, { one: 'fichier importé', other: 'fichiers importés' }),
  pending: (count: number) => `${count} en cours`,
  abandoned: (count: number) => plural(count, { one: 'inachevé', other: 'inachevés' }),
  failed: (count: number) =>
    plural(count, { one: 'endommagé ou en échec', other: 'endommagés ou en échec' }),
}
