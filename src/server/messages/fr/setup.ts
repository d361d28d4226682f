import type { Messages } from '../en/index.ts'

export const setup: Messages['setup'] = {
  title: 'Premiers pas',
  introduction:
    'Ce catalogue n’a pas encore d’images publiques. Son exploitant continue ici, dans un terminal sur le serveur où CATALOG_DATA désigne le répertoire des données :',
  steps: {
    staff: 'Nommer le premier membre de l’équipe',
    source: 'Ajouter une source',
    collection: 'Ajouter une collection',
    images: 'Importer des images',
    public: 'Rendre les images publiques',
  },
  hints: {
    staff:
      'Les membres de l’équipe peuvent importer. NAME est le nom avec lequel vous vous connectez ; la commande ajoute aussi les licences courantes.',
    source: 'Une source est l’institution ou la personne qui fournit des images.',
    collection: 'Une collection réunit des images d’une source, par exemple un album.',
    images:
      'Connectez-vous comme membre de l’équipe, puis importez les images d’un manifeste. Elles apparaissent ici dès que leur source et leur collection sont publiques.',
    public:
      'Les images sont importées, mais les visiteurs ne les voient pas : leur collection ou sa source n’est pas publique. La liste indique lesquelles.',
  },
  done: 'Fait',
}
