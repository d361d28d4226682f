import type { Messages } from '../en/index.ts'

export const signIn: Messages['signIn'] = {
  title: 'Connexion',
  declined:
    'Vous n’êtes pas connecté, car vous n’avez pas autorisé OpenStreetMap à confirmer votre identité. Rien n’a changé, et vous pouvez continuer à naviguer sans compte.',
  accounts: (siteName) =>
    `${siteName} utilise les comptes OpenStreetMap. Nous recevons le numéro et le nom de votre compte, et rien d’autre.`,
  withOpenStreetMap: 'Se connecter avec OpenStreetMap',
  noAccount:
    'Pas encore de compte ? Vous pourrez en créer un sur OpenStreetMap à l’étape suivante.',
  development:
    'Ce catalogue fonctionne en mode de développement. Choisissez un utilisateur ; aucun mot de passe n’est nécessaire.',
  existingUsers: 'Utilisateurs existants',
  anotherUser: 'Autre utilisateur',
  username: 'Nom d’utilisateur',
  newUser: 'Un nouveau nom crée un nouvel utilisateur.',
  staff: 'équipe',
}
