import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const damaged: Messages['damaged'] = {
  introduction:
    'Die Dateien dieser Bilder lassen sich nicht oder nur zum Teil lesen. Bitten Sie die Quelle um unbeschädigte Kopien.',
  none: 'Kein Bild ist beschädigt.',
  noMore: 'Es gibt keine weiteren beschädigten Bilder.',
  replace: (command: Html) => html`So ersetzen Sie die Datei: ${command}`,
  retry: 'Erneut verarbeiten',
  queued: 'Das Bild wird erneut verarbeitet.',
}
