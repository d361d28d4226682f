import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const jobs: Messages['jobs'] = {
  title: 'Tâches de fond',
  introduction:
    'Les tâches créent les vignettes, les tuiles et les vecteurs des nouvelles images, et suppriment les fichiers devenus inutiles.',
  byState: 'Tâches par état',
  states: { failed: 'En échec', queued: 'En attente', running: 'En cours' },
  kinds: {
    derive: 'Vignette et version d’affichage',
    tile: 'Tuiles pour le zoom',
    embed: 'Vecteur pour les recherches',
    remove: 'Suppression d’anciens fichiers',
    withdraw: 'Nouvelles adresses des images masquées',
    milestones: 'Jalons des localisations passées',
  },
  none: {
    failed: 'Aucune tâche n’a échoué.',
    queued: 'Aucune tâche n’est en attente.',
    running: 'Aucune tâche n’est en cours.',
  },
  noMore: 'Cette liste ne contient pas d’autres tâches.',
  noImage: 'L’image a été supprimée.',
  failedOn: (day: Html) => html`Échec le ${day}`,
  due: (day: Html) => html`Prévue le ${day}`,
  attempts: (count: number) => plural(count, { one: 'tentative', other: 'tentatives' }),
  isWaiting: 'attend que le serveur puisse l’exécuter',
  retry: 'Réessayer',
  runNow: 'Exécuter maintenant',
  retryAll: (kind: string, count: number) =>
    `Relancer ${plural(count, { one: 'tâche en échec', other: 'tâches en échec' })} : ${kind}`,
  queued: (count: number) =>
    count === 1
      ? 'La tâche sera relancée.'
      : `${plural(count, { one: 'tâche sera relancée', other: 'tâches seront relancées' })}.`,
  pause: 'Suspendre toutes les tâches',
  resume: 'Reprendre les tâches',
  isPaused: 'Les tâches sont suspendues : aucune ne démarre avant la reprise.',
  paused: 'Les tâches sont suspendues. Celles en cours se terminent.',
  resumed: 'Les tâches ont repris.',
}
