import type { Messages } from '../en/index.ts'

export const errors: Messages['errors'] = {
  titles: {
    400: 'Requête non valide',
    401: 'Connectez-vous pour continuer',
    403: 'Accès refusé',
    404: 'Page introuvable',
    405: 'Cette page ne peut pas être ouverte',
    413: 'Requête trop volumineuse',
    415: 'Format non pris en charge',
    429: 'Trop de requêtes',
    503: 'Temporairement indisponible',
  },
  otherTitle: 'Une erreur est survenue',
  notFound: 'La page que vous cherchez n’existe pas.',
  formOnly:
    'Cette page ne peut pas être ouverte directement. Elle n’accepte que des formulaires envoyés.',
  unexpected: 'Une erreur inattendue est survenue de notre côté. Veuillez réessayer plus tard.',
  suspended:
    'Votre compte est suspendu. Vous pouvez tout consulter, mais rien modifier. Contactez l’équipe de ce site.',
  changedMeanwhile:
    'Quelqu’un d’autre a modifié les mêmes valeurs entre-temps. Voici vos modifications et les valeurs enregistrées. Enregistrez à nouveau pour les remplacer.',
  rateLimited: (seconds) =>
    `Vous avez envoyé trop de requêtes. Réessayez dans ${seconds} ${seconds === 1 ? 'seconde' : 'secondes'}.`,
  appAtFault:
    'L’application qui vous a envoyé ici a fait une requête non valide. Veuillez contacter ses développeurs.',
  retry: 'Réessayer',
  home: 'Aller à l’accueil',
  requestId: 'Identifiant de la requête :',
  status: (status) => `Erreur ${status}`,
}
