import type { Messages } from '../en/index.ts'

export const setup: Messages['setup'] = {
  title: 'Erste Schritte',
  introduction:
    'Dieser Katalog hat noch keine öffentlichen Bilder. Für die Betreiber geht es hier weiter, in einem Terminal auf dem Server, in dem CATALOG_DATA das Datenverzeichnis nennt:',
  steps: {
    staff: 'Das erste Teammitglied benennen',
    source: 'Eine Quelle anlegen',
    collection: 'Eine Sammlung anlegen',
    images: 'Bilder importieren',
    public: 'Die Bilder öffentlich machen',
  },
  hints: {
    staff:
      'Teammitglieder können importieren. NAME ist der Name, mit dem Sie sich anmelden; der Befehl legt auch die üblichen Lizenzen an.',
    source: 'Eine Quelle ist die Institution oder Person, die Bilder beiträgt.',
    collection: 'Eine Sammlung umfasst Bilder einer Quelle, zum Beispiel ein Album.',
    images:
      'Melden Sie sich als Teammitglied an und importieren Sie die Bilder, die ein Manifest aufführt. Bilder erscheinen hier, sobald ihre Quelle und Sammlung öffentlich sind.',
    public:
      'Die Bilder sind importiert, aber für Besucher unsichtbar, weil ihre Sammlung oder deren Quelle nicht öffentlich ist. Die Liste zeigt, welche.',
  },
  done: 'Erledigt',
}
