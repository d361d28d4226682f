import type { Messages } from '../en/index.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('fr')

export const staff: Messages['staff'] = {
  title: 'Équipe',
  attention: 'À traiter',
  nothingWaits: 'Il n’y a rien à traiter.',
  basemapMissing: (command) =>
    html`Les cartes n’ont pas de fond : de près, elles ne montrent ni rues ni côtes. Pour les
    ajouter, sur le serveur : ${command}`,
  pages: 'Pages de l’équipe',
  openFlags: 'Signalements ouverts',
  failedJobs: 'Tâches en échec',
  damagedImages: 'Images endommagées',
  pendingUploads: 'Envois en cours',
  edit: 'Modifier',
  flags: 'Signalements à l’équipe',
  resolve: 'Marquer comme réglé',
  resolved: 'Le signalement est réglé.',
  hideImage: 'Masquer l’image',
  hideTo: 'Collection non publique',
  hideExplained:
    'L’image est déplacée dans une collection non publique et le signalement est réglé. La page « Modifications » permet d’annuler. Les adresses de ses fichiers cessent de répondre aussitôt, mais les navigateurs et les CDN qui les ont mis en cache peuvent les montrer pendant un an au plus.',
  imageHidden: 'L’image est masquée et le signalement est réglé.',
  imageNotPublic: 'L’image n’est pas publique.',
  noFlags: 'Aucun signalement ouvert.',
  noMoreFlags: 'Aucun signalement plus récent.',
  firstPage: 'Début de la liste',
  reasons: {
    place: 'Impossible à localiser ou mal localisée',
    date: 'Date erronée',
    rights: 'Droits',
    private: 'Privé',
    duplicate: 'Doublon',
    other: 'Autre chose',
  },
}

export const setup: Messages['setup'] = {
  title: 'Premiers pas',
  basemap:
    'Sans carte de la région, les cartes ne montrent de près ni rues ni côtes. Remplacez les mots par les limites de la région en degrés :',
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

export const people: Messages['people'] = {
  title: 'Personnes',
  name: 'Nom',
  find: 'Rechercher',
  lists: 'Listes de personnes',
  newest: 'Les plus récentes',
  suspended: 'Suspendu',
  none: 'Aucune personne trouvée.',
  since: (day) => html`première connexion le ${day}`,
  suspendedOn: (day) =>
    html`Compte suspendu depuis le ${day}. Cette personne peut tout consulter, mais rien modifier.`,
  contributions: 'Contributions',
  reason: 'Motif (facultatif)',
  suspendHint:
    'Une personne suspendue peut tout consulter, mais rien modifier. Elle peut lire le motif.',
  suspend: 'Suspendre',
  reinstate: 'Lever la suspension',
  hide: 'Masquer',
  show: 'Afficher de nouveau',
  hiddenComments: 'Commentaires masqués',
  commentStarting: (start) => ` le commentaire ${start}`,
  revertTitle: 'Annuler des contributions',
  revertSince: 'À partir de ce moment',
  timeZone: 'Fuseau horaire',
  revertPreview: 'Voir ce qui serait annulé',
  revertExplained:
    'Les points de vue, les zones, les vérifications et les sujets des images sont supprimés, et les commentaires sont masqués. Les sujets retirés et les ordres des sujets sont rétablis. Les nouveaux sujets sont supprimés, sauf si d’autres les utilisent. Ce que d’autres ont modifié depuis reste. Le journal conserve tout.',
  suspendFirst: 'Suspendez d’abord la personne, pour que rien ne s’ajoute entre-temps.',
  nothingToRevert: 'Il n’y a rien à annuler.',
  keep: 'Laisser tel quel',
  kept: (count: number) => `${count} laissées telles quelles`,
  older: 'Contributions plus anciennes',
  revertOthers: 'Annuler toutes les autres',
  revertAll: 'Tout annuler',
  countedAtMost: 'Au-delà de 10 000 par catégorie, le décompte s’arrête à 10 000.',
  removedTags: 'Sujets retirés',
  tagOrders: 'Ordres des sujets modifiés',
  newSubjects: 'Nouveaux sujets',
  contributionKinds: {
    point_georeference: 'Point de vue',
    from_above_georeference: 'Zone vue d’en haut',
    validation: 'Vérification',
    comment: 'Commentaire',
    tag: 'Sujet',
    removed_tag: 'Sujet retiré',
    tag_order: 'Ordre des sujets',
    subject: 'Nouveau sujet',
  },
  done: {
    suspended: 'La personne est suspendue.',
    reverted: 'Les contributions sont annulées.',
    partly: 'Une partie des contributions est annulée. Il reste celles-ci.',
    reinstated: 'La personne peut de nouveau contribuer.',
  },
}

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
    changes: 'Modifications de nombreuses images pour les miroirs',
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

export const imports: Messages['imports'] = {
  title: 'Imports',
  introduction:
    'Ce qui a été envoyé au cours des 30 derniers jours, par personne, collection et jour.',
  none: 'Rien n’a été envoyé au cours des 30 derniers jours.',
  noMore: 'Il n’y a pas d’imports plus anciens.',
  committed: (count: number) =>
    plural(count, { one: 'fichier importé', other: 'fichiers importés' }),
  pending: (count: number) => `${count} en cours`,
  abandoned: (count: number) => plural(count, { one: 'inachevé', other: 'inachevés' }),
  failed: (count: number) =>
    plural(count, { one: 'endommagé ou en échec', other: 'endommagés ou en échec' }),
}

export const damaged: Messages['damaged'] = {
  introduction:
    'Les fichiers de ces images ne sont pas lisibles, ou seulement en partie. Demandez des copies intactes à la source.',
  none: 'Aucune image n’est endommagée.',
  noMore: 'Il n’y a pas d’autres images endommagées.',
  replace: (command: Html) => html`Pour remplacer le fichier : ${command}`,
  retry: 'Traiter à nouveau',
  queued: 'L’image sera traitée à nouveau.',
}

export const sourceForms: Messages['sourceForms'] = {
  title: 'Sources et collections',
  introduction:
    'Chaque image appartient à une collection, et chaque collection à une source. Une image est publique si les deux le sont.',
  newSource: 'Nouvelle source',
  newCollection: 'Nouvelle collection',
  create: 'Créer',
  fields: {
    name: 'Nom',
    slug: 'Nom court dans les adresses',
    url: 'Site web',
    description: 'Description',
  },
  hints: {
    slug: 'Minuscules, chiffres et traits d’union. Le modifier rompt les liens.',
    newSlug: 'Vide : tiré du nom',
  },
  publicPage: 'Page publique',
  preview: 'Aperçu',
  number: (id: number) => `Collection numéro ${id}`,
  visibility: 'Visibilité',
  publish: 'Publier',
  hide: 'Masquer',
  sourceIsPublic: 'Cette source est publique, avec toutes ses collections publiques.',
  sourceIsHidden: 'Cette source est masquée, avec toutes ses collections.',
  collectionIsPublic: 'Cette collection est publique, avec toutes ses images.',
  collectionIsHidden: 'Cette collection est masquée, avec toutes ses images.',
  sourceHidesIt: 'Cette collection serait publique, mais sa source est masquée.',
  hidingExplained:
    'Au masquage, les fichiers des images reçoivent de nouvelles adresses. Les anciennes cessent de répondre aussitôt, mais les navigateurs et les CDN qui ont mis des fichiers en cache peuvent les montrer pendant un an au plus. D’ici à ce que les nouvelles existent, en quelques minutes, ou quelques heures s’il y en a un très grand nombre, personne ne voit les images.',
  announcement: 'Annonce',
  notAnnounced: 'Cette collection peut être annoncée une fois dans le fil d’activité.',
  announcedOn: (day: Html) => html`Annoncée le ${day}.`,
  publishFirst: 'Une collection peut être annoncée lorsqu’elle est publique.',
  announce: 'Annoncer dans le fil d’activité',
  done: {
    saved: 'Les modifications sont enregistrées.',
    created: 'Création effectuée, pas encore publique.',
    published: 'Désormais publique.',
    hidden: 'Désormais masquée.',
    announced: 'La collection est annoncée.',
  },
}

export const imageForm: Messages['imageForm'] = {
  title: (id: number) => `Modifier l’image ${id}`,
  saved: 'Les modifications sont enregistrées.',
  hidden: 'non publique',
  save: 'Enregistrer',
  placing: 'Sur la carte',
  place: 'Collection',
  noLicense: 'Aucune licence indiquée',
  mirrors: {
    none: 'Sans effet miroir',
    h: 'Gauche et droite inversées',
    v: 'Haut et bas inversés',
  },
  fields: {
    title: 'Titre',
    description: 'Description',
    creator: 'Auteur',
    original_date: 'Date indiquée par la source',
    edtf_date: 'Date en EDTF',
    license_name: 'Licence',
    reference_id: 'Cote de la source',
    source_url: 'Adresse web chez la source',
    archive_position: 'Point de vue selon la source',
    scale: 'Échelle d’une carte',
    rotation: 'Rotation dans le sens horaire',
    mirror: 'Effet miroir',
    from_above: 'Vue aérienne',
    will_not_georef: 'Ne sera pas localisée',
    duplicate_of: 'Doublon de l’image numéro',
    collection: 'Numéro de la collection',
    order: 'Position dans la collection',
  },
  hints: {
    edtf_date: 'Par exemple 1912-05, 1905~ ou 1900/1910',
    archive_position:
      'Par exemple 52.374, 4.8896 ; avec la direction : 52.374, 4.8896, 118.5. Il est suggéré aux personnes qui localisent l’image.',
    scale: 'Par exemple 1:25000',
    order: 'Vide : selon le numéro de l’image',
    duplicate_of: 'Vide : pas un doublon',
  },
  shownAs: (date) => `Affichée ainsi : ${date}`,
  inCollection: (collection, source) => `Actuellement : ${collection} (${source})`,
  storedMeanwhile: (value) => `Valeur enregistrée : ${value === '' ? '(vide)' : value}`,
  subjects: 'Sujets',
  deleteLink: 'Supprimer cette image',
  deleteTitle: (id: number) => `Supprimer l’image ${id}`,
  deleteAsk:
    'Cela supprime l’image avec tous ses fichiers et toutes les contributions qui s’y rapportent. Cette action est irréversible.',
  parts: {
    georeferences: 'Localisations',
    validations: 'Vérifications',
    comments: 'Commentaires',
    subjects: 'Sujets',
  },
  deleteNumber: (id: number) => `Saisissez ${id} pour confirmer`,
  deleteButton: 'Supprimer l’image',
  cancel: 'Annuler',
  deleted: 'L’image est supprimée. Ses fichiers seront bientôt effacés.',
}

export const imageBatch: Messages['imageBatch'] = {
  title: 'Ordonner et modifier les images',
  introduction: 'Les images suivent l’ordre de la collection, 50 par page.',
  changed: (count: number) =>
    `${plural(count, { one: 'image modifiée', other: 'images modifiées' })}.`,
  select: 'Sélectionner',
  place: 'Place sur cette page',
  notPlaced: 'ne sera pas localisée',
  order: 'Ordre',
  orderHint:
    'Numérotez les images dans l’ordre voulu. Avec 2.5, une image se place entre la deuxième et la troisième.',
  saveOrder: 'Enregistrer l’ordre',
  which: 'Quelles images',
  onlySelected: 'Seulement les images sélectionnées',
  allOnPage: (count: number) => `Les ${count} images de cette page`,
  allOfCollection: (count: number) => `Les ${count} images de la collection`,
  close: 'Ne seront pas localisées',
  open: 'Peuvent être localisées',
  moveTo: 'Numéro d’une autre collection',
  moveHint: 'Les images d’une collection non publique sont masquées.',
  move: 'Déplacer vers cette collection',
}

/** The pages of licenses for staff. */
export const licenseForms: Messages['licenseForms'] = {
  title: 'Licences',
  introduction:
    'Les images indiquent la licence sous laquelle elles sont publiées. Les importations la choisissent par son nom.',
  none: 'Aucune licence.',
  newLicense: 'Nouvelle licence',
  add: 'Ajouter',
  fields: { name: 'Nom', display_name: 'Nom affiché', permalink: 'Page qui explique la licence' },
  hints: { name: 'Par exemple CC-BY-4.0', newDisplayName: 'Vide : le nom' },
  remove: 'Supprimer la licence',
  removeHint: 'Seule une licence qu’aucune image n’utilise peut être supprimée.',
  done: {
    saved: 'Les modifications sont enregistrées.',
    added: 'La licence est ajoutée.',
    removed: 'La licence est supprimée.',
  },
}

/** The pages of subjects for staff. */
export const subjectForms: Messages['subjectForms'] = {
  search: 'Début du nom, numéro, nom court ou élément Wikidata',
  find: 'Chercher',
  none: 'Aucun sujet.',
  number: (id: number) => `Sujet numéro ${id}`,
  fields: { title: 'Nom', slug: 'Nom court dans les adresses', description: 'Description' },
  hints: {
    slug: 'Minuscules, chiffres et traits d’union. Le modifier rompt les liens.',
    description: 'Vide : la description de l’élément Wikidata',
  },
  merge: 'Fusionner avec un autre sujet',
  mergeHint:
    'Toutes les images de ce sujet reçoivent l’autre à la place, et ce sujet est supprimé.',
  into: 'Le sujet à conserver',
  intoHint: 'Son numéro, son nom court ou son élément Wikidata',
  continue: 'Continuer',
  mergeAsk: (from: string, into: string) => `Fusionner « ${from} » avec « ${into} » ?`,
  mergeWarning: (from: string, into: string) =>
    `« ${from} » est supprimé. Ses images, ses contours et son activité passent à « ${into} ». Cette action est irréversible.`,
  mergeButton: 'Fusionner les sujets',
  sameSubject: 'Un sujet ne peut pas être fusionné avec lui-même.',
  unknownSubject: 'Ce sujet n’existe pas.',
  severalSubjects:
    'Plusieurs sujets ont cet élément Wikidata. Saisissez un numéro ou un nom court.',
  done: { saved: 'Les modifications sont enregistrées.', merged: 'Les sujets sont fusionnés.' },
}
