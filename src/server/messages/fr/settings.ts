import type { Messages } from '../en/index.ts'

export const settings: Messages['settings'] = {
  title: 'Réglages',
  introduction: 'Ces réglages font partie du catalogue et s’appliquent aussitôt.',
  saved: (name: string) => `Enregistré : ${name}.`,
  reset: 'Rétablir la valeur par défaut',
  value: 'Valeur',
  degrees: 'Degrés, de 0 à 360',
  atMost: (count: number) => `${count} caractères au plus`,
  names: {
    site_name: 'Nom du catalogue',
    viewing_cone: 'Champ de vision',
    milestones: 'Jalons',
    validators: 'Qui peut vérifier',
  },
  explanations: {
    site_name: 'Affiché sur toutes les pages et dans l’API.',
    viewing_cone:
      'Largeur de ce que voit un appareil photo : pour la recherche par champ de vision et les cônes des cartes.',
    milestones:
      'Nombres de localisations que le fil d’activité signale, séparés par des virgules. Après le dernier viennent ses multiples. Ils s’appliquent aussi aux localisations passées, ce qui prend un moment dans un grand catalogue. Vide : aucun.',
    validators: 'Qui peut vérifier les localisations des autres.',
  },
  milestonesPending: 'Les nouveaux jalons sont en cours d’application aux localisations passées.',
  user: 'D’une personne',
  sitewide: 'De tout le catalogue',
  validators: {
    staff: 'Seulement l’équipe',
    trusted: 'L’équipe, et les personnes qui ont fait cinq localisations',
    everyone: 'Toute personne connectée',
  },
}
