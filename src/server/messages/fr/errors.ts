import type { ErrorKind } from '../../../core/base/errors.ts'
import type { Messages } from '../en/index.ts'

/** For errors that only have an English message. */
const KINDS: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Ces données ne sont pas valides.',
  unauthenticated: 'Veuillez vous connecter.',
  forbidden: 'Vous n’y êtes pas autorisé.',
  not_found: 'Cela n’existe pas.',
  gone: 'Cela a été supprimé.',
  conflict: 'Cela ne correspond pas à ce qui est enregistré. Rechargez la page.',
  precondition_failed: 'Ceci a été modifié entre-temps. Rechargez la page.',
  too_large: 'C’est trop volumineux.',
  too_slow: 'L’envoi a pris trop de temps. Réessayez.',
  unsupported: 'Ce format n’est pas pris en charge.',
  unprocessable: 'Cette requête ne peut pas être traitée.',
  not_implemented: 'Cette requête n’est pas prise en charge.',
  rate_limited: 'Vous avez envoyé trop de requêtes. Réessayez plus tard.',
  unavailable: 'Le service est temporairement indisponible. Réessayez plus tard.',
  busy: 'Le service est très sollicité. Réessayez dans un instant.',
}

export const errors: Messages['errors'] = {
  titles: {
    400: 'Requête non valide',
    401: 'Connectez-vous pour continuer',
    403: 'Accès refusé',
    404: 'Page introuvable',
    405: 'Cette page ne peut pas être ouverte',
    410: 'Supprimé',
    413: 'Requête trop volumineuse',
    415: 'Format non pris en charge',
    429: 'Trop de requêtes',
    503: 'Temporairement indisponible',
  },
  otherTitle: 'Une erreur est survenue',
  goneTitle: 'Introuvable',
  gone: 'Cela n’existe plus, ou vous n’y avez pas accès.',
  notFound: 'La page que vous cherchez n’existe pas.',
  formOnly:
    'Cette page ne peut pas être ouverte directement. Elle n’accepte que des formulaires envoyés.',
  unexpected: 'Une erreur inattendue est survenue de notre côté. Veuillez réessayer plus tard.',
  other: (kind) => KINDS[kind],
  otherValue: () => 'Cette valeur n’est pas valide.',
  appAtFault:
    'L’application qui vous a envoyé ici a fait une requête non valide. Veuillez contacter ses développeurs.',
  retry: 'Réessayer',
  home: 'Aller à l’accueil',
  requestId: 'Identifiant de la requête :',
  status: (status) => `Erreur ${status}`,
}
