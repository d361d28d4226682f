import type { Messages } from '../en/index.ts'
import { nameMembers } from '../name-members.ts'
import { changes, history } from './changes.ts'
import { consent } from './accounts.ts'
import { createPlural } from '../plural.ts'
import type { ErrorKind } from '../../../core/base/errors.ts'

const plural = createPlural('fr')

/** By the words of GEOS, which checks areas. */
const AREA_REASONS: Readonly<Partial<Record<string, string>>> = {
  'Self-intersection': 'Les lignes se croisent',
  'Ring Self-intersection': 'Les lignes se croisent',
  'Hole lies outside shell': 'Un trou se trouve hors de la zone',
  'Holes are nested': 'Un trou se trouve dans un autre',
  'Interior is disconnected': 'Des trous divisent la zone',
}

export const problems: Messages['problems'] = {
  suspended:
    'Votre compte est suspendu. Vous pouvez tout consulter, mais rien modifier. Contactez l’équipe de ce site.',
  account_erased: 'Ce compte a été supprimé.',
  not_staff: 'Ceci est réservé à l’équipe, dont l’administrateur désigne les membres.',
  too_many_requests: (_perMinute, seconds) =>
    `Vous avez envoyé trop de requêtes. Réessayez dans ${seconds} ${seconds === 1 ? 'seconde' : 'secondes'}.`,
  in_progress: 'Ce formulaire est encore en cours de traitement. Réessayez dans un instant.',
  key_reused: 'Ce formulaire a déjà été envoyé avec un autre contenu. Rechargez la page.',
  staff_only: 'Cette page est réservée à l’équipe.',
  other_site: 'Ce formulaire a été envoyé depuis un autre site.',
  form_expired: 'Ce formulaire a expiré. Revenez en arrière, rechargez la page et réessayez.',
  not_a_link_of_the_page: 'Utilisez les liens de la page pour passer à la suite.',
  no_sign_in:
    'La connexion n’est pas encore configurée sur ce service. Son administrateur peut le relier à OpenStreetMap.',
  other_sign_in_page: 'Veuillez vous connecter sur la page de connexion de ce service.',
  sign_in_mismatch:
    'Cette connexion a été commencée dans un autre navigateur ou il y a plus de dix minutes. Connectez-vous de nouveau.',
  sign_in_used: 'Cette connexion a déjà servi ou a expiré. Connectez-vous de nouveau.',
  osm_unavailable:
    'OpenStreetMap est injoignable ou a envoyé une réponse inattendue. Réessayez plus tard.',
  unknown_user: 'Cette personne n’existe pas. Choisissez-en une dans la liste.',
  not_a_username: (most) =>
    `Saisissez un nom de 1 à ${most} caractères, sans caractères invisibles.`,
  neither_allowed_nor_canceled: `Choisissez « ${consent.allow} » ou « ${consent.cancel} ».`,
  not_a_content_state:
    'Le paramètre iiif-content doit être un état de contenu IIIF : une adresse, du JSON ou du JSON en base64url.',
  content_state_elsewhere: 'L’état de contenu IIIF ne désigne aucune image de ce catalogue.',
  other_name: 'Ce n’est pas votre nom. Saisissez-le exactement comme il est affiché.',

  index_full: (index) =>
    `L’index de recherche des ${index === 'texts' ? 'textes' : 'images'} ne tient plus dans sa mémoire : cette recherche n’est pas disponible. L’administrateur du serveur peut augmenter CATALOG_SEARCH_MEMORY ou laisser PostgreSQL chercher (${index === 'texts' ? 'CATALOG_TEXT=pg_trgm' : 'CATALOG_VECTORS=pgvector'}).`,
  storage_full:
    'Le stockage de ce service est plein. Rien n’a été enregistré. Réessayez plus tard.',
  storage_failed:
    'Le stockage de ce service est en panne. Rien n’a été enregistré. Réessayez plus tard.',
  signing_key_unreadable:
    'Ce service ne peut pas lire sa clé de signature. Son administrateur doit en rétablir l’accès.',
  overloaded:
    'Ce service est surchargé. Rien n’a été enregistré. Réessayez dans quelques secondes.',
  database_busy:
    'La base de données est occupée. Rien n’a été enregistré. Réessayez dans quelques secondes.',
  database_damaged:
    'La base de données de ce service est endommagée. Son administrateur doit la restaurer.',
  rendering_busy: (seconds) =>
    `Trop d’images sont en cours de génération. Réessayez dans ${seconds} secondes.`,
  server_stopping: 'Le serveur est en cours d’arrêt.',
  try_again: (_problem, seconds) =>
    `Ce service est momentanément indisponible. Réessayez dans ${seconds} secondes.`,
  not_embedded:
    'Cette image n’a pas encore été traitée pour la recherche d’images semblables. Réessayez plus tard.',

  required: 'Remplissez ce champ.',
  not_text: 'Saisissez un texte.',
  too_long: (most) => `Saisissez au plus ${most.toLocaleString('fr')} caractères.`,
  null_characters: 'Les caractères nuls ne sont pas autorisés.',
  surrogate_characters: 'Le texte contient des caractères Unicode non valides.',
  not_a_url: 'Saisissez une adresse web valide.',
  url_with_credentials: 'Saisissez une adresse web sans nom d’utilisateur ni mot de passe.',
  not_a_slug:
    'Saisissez un nom court valide, composé de lettres, de chiffres, de tirets bas ou de traits d’union.',
  not_an_integer: 'Saisissez un nombre entier.',
  not_a_boolean: 'Choisissez oui ou non.',
  not_a_choice: (given) => `« ${given} » ne fait pas partie des choix proposés.`,
  not_one_of: () => 'Choisissez l’une des possibilités proposées.',
  not_a_width: 'Saisissez un nombre de degrés de 0 à 360.',
  not_edtf: (_mistake, position, suggestion) =>
    suggestion === undefined
      ? `Date EDTF non valide : erreur au caractère ${position}.`
      : `Date EDTF non valide : erreur au caractère ${position}. Suggestion : ${suggestion.replace(' or ', ' ou ')}`,
  no_position: 'Saisissez une latitude et une longitude.',
  no_direction: 'Saisissez un angle de 0 à 360 degrés.',
  not_a_part:
    'Indiquez le détail de l’image sous la forme x,y,largeur,hauteur en pixels, ou après percent:.',

  not_a_polygon: () =>
    'Saisissez sur chaque ligne un sommet, latitude et longitude, ou un polygone en GeoJSON.',
  too_many_rings: (count, most) => `La zone a ${count} contours ; ${most} au plus sont acceptés.`,
  too_many_positions: (count, most) =>
    `La zone a ${count} sommets ; ${most} au plus sont acceptés.`,
  ring_too_long: (_ring, count, most) =>
    `Un contour a ${count} sommets ; ${most} au plus sont acceptés.`,
  ring_too_short: () => 'Un contour doit avoir au moins trois sommets différents.',
  ring_not_closed: () =>
    'Un contour n’est pas fermé : son dernier sommet doit être égal au premier.',
  ring_around_the_world: () => 'Un contour fait plus d’une fois le tour du monde.',
  ring_without_area: () => 'Un contour n’entoure aucune surface.',
  area_too_large: () => 'La zone est trop grande.',
  unreadable_area: 'La zone est illisible.',
  invalid_area: (reason, place) =>
    `${AREA_REASONS[reason] ?? 'Les lignes ne forment pas une zone'}${place ? ` (à ${place.latitude}, ${place.longitude})` : ''}.`,

  placed_meanwhile: (username) =>
    `${username} a situé cette image entre-temps. Comparez les deux positions.`,
  unlikely_position: (position) =>
    `Voulez-vous vraiment indiquer ${position} ? Cette position est le plus souvent une erreur. Si elle est juste, envoyez-la de nouveau.`,
  placement_deleted: 'La position que vous avez vue a été supprimée entre-temps.',
  too_many_placements: (most) => `Vous avez déjà situé cette image ${most} fois, le maximum.`,
  too_many_own_positions: (most) =>
    `Toutes les zones que vous dessinez pour cette image peuvent avoir ${most} sommets au total. Dessinez un contour plus simple.`,
  is_duplicate: (id, original) =>
    `L’image ${id} est un double de l’image ${original}. Situez plutôt celle-là.`,
  will_not_georef: (id) => `L’équipe a décidé que l’image ${id} ne peut pas être située.`,
  not_from_above: (id) =>
    `L’image ${id} n’a pas été prise d’en haut : elle a un point de vue, pas une zone.`,
  not_own_placement: 'Seule la personne qui a situé l’image peut annuler cette position.',
  placement_followed:
    'L’image a été située de nouveau depuis : cette position ne peut plus être annulée.',
  placement_checked: 'Quelqu’un a déjà vérifié cette position : elle ne peut plus être annulée.',
  placement_too_old: (minutes) =>
    `Une position peut être annulée pendant ${minutes} minutes. Ce délai est passé.`,
  own_georeference:
    'Vous avez situé cette image vous-même. Une autre personne doit vérifier sa position.',
  only_staff_check: 'Sur ce site, seule l’équipe vérifie les localisations des autres.',
  too_few_placed: (count) =>
    `Situez d’abord ${count} images vous-même. Vous pourrez ensuite vérifier celles des autres.`,
  too_many_comments: (most) => `Vous avez déjà commenté cette image ${most} fois, le maximum.`,
  not_the_author: 'Seuls son auteur et l’équipe peuvent supprimer un commentaire.',
  no_subject: 'Choisissez un sujet dans la liste.',
  unknown_subject: (given) => `Le sujet « ${given} » n’existe pas.`,
  too_many_subjects: (most) => `L’image a déjà ${most} sujets, le maximum.`,
  subject_removed: 'Le sujet a été supprimé entre-temps.',
  other_subjects: () =>
    'Les sujets de l’image ont changé entre-temps. Rechargez la page et triez-les de nouveau.',
  not_an_item: (example) =>
    `Saisissez l’identifiant d’un élément Wikidata, par exemple ${example}.`,
  unknown_item: (item) => `L’élément Wikidata ${item} n’existe pas.`,
  unnamed_item: (item) => `L’élément Wikidata ${item} n’a pas de nom anglais.`,
  knowledge_base_unavailable: 'Wikidata est injoignable en ce moment. Réessayez plus tard.',

  changed_meanwhile: () =>
    'Quelqu’un d’autre a modifié les mêmes valeurs entre-temps. Voici vos modifications et les valeurs enregistrées. Enregistrez à nouveau pour les remplacer.',
  none_selected: 'Sélectionnez au moins une image.',
  other_count: (images) =>
    `La collection compte maintenant ${plural(images, { one: 'image', other: 'images' })}. Examinez-les, puis réessayez.`,
  not_milestones:
    'Saisissez au plus 100 nombres entiers positifs dans l’ordre croissant, par exemple 5, 15, 50.',
  other_number: 'Ce n’est pas le numéro de l’image.',
  no_time: 'Saisissez une date et une heure.',

  source_slug_taken: 'Une autre source a déjà ce nom court.',
  collection_slug_taken: 'Une autre collection de cette source a déjà ce nom court.',
  subject_slug_taken: 'Un autre sujet a déjà ce nom court.',
  merged_into_itself: 'Un sujet ne peut pas être fusionné avec lui-même.',
  license_exists: (name) => `Une licence nommée ${name} existe déjà.`,
  license_in_use: (images) =>
    images === 1
      ? 'Cette licence est celle d’une image.'
      : `Cette licence est celle de ${images} images.`,
  unknown_license: (name) => `La licence « ${name} » n’existe pas.`,
  announced_before: (name) => `« ${name} » a déjà été annoncée.`,
  not_public: (name) =>
    `« ${name} » ou sa source n’est pas publique. Publiez les deux, puis annoncez la collection.`,
  unknown_collection: (id) => `La collection ${id} n’existe pas.`,
  public_collection: 'Choisissez une collection qui n’est pas publique.',
  other_collection: (id) => `L’image ${id} appartient à une autre collection.`,
  several_collections: () =>
    'Ces images appartiennent à plusieurs collections. Triez-les une collection à la fois.',
  duplicate_of_itself: (id) => `L’image ${id} ne peut pas être son propre double.`,
  unknown_image: (id) => `L’image ${id} n’existe pas.`,
  original_is_duplicate: (original, other) =>
    `L’image ${original} est elle-même un double de l’image ${other}. Indiquez plutôt celle-là.`,
  has_duplicate: (id, duplicate) =>
    `L’image ${duplicate} est un double de l’image ${id}. Modifiez-la d’abord.`,
  duplicate_has_georeferences: (id) =>
    `L’image ${id} est située sur la carte et ne peut donc pas être un double. Supprimez d’abord ses localisations.`,
  hidden_original: (original, id) =>
    `L’image ${original} est masquée et l’image ${id} ne l’est pas : on ne trouverait plus aucune des deux.`,
  would_hide_original: (id, original) =>
    `L’image ${id} est un double de l’image ${original}, qui serait masquée : on ne trouverait plus aucune des deux.`,
  original_of_duplicate: (duplicate, id) =>
    `L’image ${duplicate} est un double de l’image ${id}. Modifiez ou supprimez d’abord le double.`,
  own_account: 'Vous ne pouvez pas suspendre votre propre compte.',
  other_staff:
    'Seul un administrateur peut suspendre ou rétablir un membre de l’équipe, ou annuler toutes ses contributions, sur le serveur.',

  not_revertible: (obstacle) => history.obstacles[obstacle],
  values_refused: () => 'Les valeurs précédentes ne sont plus valides.',
  changed_since: (_type, _id, values) =>
    `Ces valeurs ont changé depuis : ${nameMembers(changes.members, values)}.`,
  setting_changed_since: () => 'Ce réglage a été modifié depuis.',
  queue_changed_since: 'La file d’attente a été suspendue ou relancée depuis.',
  comment_changed_since: (id) => `Le commentaire ${id} a été masqué ou réaffiché depuis.`,
  geometries_changed_since: (subject) =>
    `Les contours du sujet ${subject} ont été modifiés depuis.`,
  restored_before: () => 'La restauration a déjà été faite.',
  contribution_restored_before: 'La restauration a déjà été faite.',
  duplicate_since: (id, original) =>
    `L’image ${id} est désormais un double de l’image ${original} et ne peut plus être située.`,
  validated_since: () => 'Cette personne a de nouveau vérifié la localisation depuis.',
  reported_since: 'Cette personne a de nouveau signalé l’image pour le même motif.',
  license_gone: 'La licence que l’image avait n’existe plus.',
  source_gone: (id) => `La source ${id} n’existe plus.`,
  item_taken: (item, slug) =>
    `L’élément Wikidata ${item} est désormais celui d’un autre sujet : ${slug}.`,
  subject_gone: 'L’un des sujets n’existe plus.',
}

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
