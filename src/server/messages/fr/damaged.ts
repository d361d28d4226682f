import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const damaged: Messages['damaged'] = {
  introduction:
    'Les fichiers de ces images ne sont pas lisibles, ou seulement en partie. Demandez des copies intactes à la source.',
  none: 'Aucune image n’est endommagée.',
  noMore: 'Il n’y a pas d’autres images endommagées.',
  replace: (command: Html) => html`Pour remplacer le fichier : ${command}`,
  retry: 'Traiter à nouveau',
  queued: 'L’image sera traitée à nouveau.',
}
