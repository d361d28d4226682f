import type { Messages } from '../en/index.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('de')

export const staff: Messages['staff'] = {
  title: 'Team',
  attention: 'Zu erledigen',
  nothingWaits: 'Es ist nichts zu erledigen.',
  basemapMissing: (command) =>
    html`Die Karten haben keinen Untergrund: Aus der Nähe zeigen sie weder Straßen noch Küsten.
    Ergänzen auf dem Server: ${command}`,
  pages: 'Seiten für das Team',
  openFlags: 'Offene Meldungen',
  failedJobs: 'Fehlgeschlagene Aufträge',
  damagedImages: 'Beschädigte Bilder',
  pendingUploads: 'Laufende Uploads',
  edit: 'Bearbeiten',
  flags: 'Meldungen an das Team',
  resolve: 'Erledigt',
  resolved: 'Die Meldung ist erledigt.',
  hideImage: 'Bild ausblenden',
  hideTo: 'Nicht öffentliche Sammlung',
  hideExplained:
    'Das Bild kommt in eine nicht öffentliche Sammlung, und die Meldung ist damit erledigt. Unter „Änderungen“ lässt sich das rückgängig machen. Die Adressen seiner Bilddateien erlöschen sofort; Browser und CDNs, die sie gespeichert haben, können sie aber noch bis zu einem Jahr zeigen.',
  imageHidden: 'Das Bild ist ausgeblendet und die Meldung erledigt.',
  imageNotPublic: 'Das Bild ist nicht öffentlich.',
  noFlags: 'Keine offenen Meldungen.',
  noMoreFlags: 'Keine späteren Meldungen.',
  firstPage: 'Anfang der Liste',
  reasons: {
    place: 'Nicht zu verorten oder am falschen Ort',
    date: 'Falsches Datum',
    rights: 'Rechte',
    private: 'Privat',
    duplicate: 'Duplikat',
    other: 'Etwas anderes',
  },
}

export const setup: Messages['setup'] = {
  title: 'Erste Schritte',
  basemap:
    'Ohne eine Karte der Gegend zeigen die Karten aus der Nähe weder Straßen noch Küsten. Ersetzen Sie die Wörter durch die Ränder der Gegend in Grad:',
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

export const people: Messages['people'] = {
  title: 'Personen',
  name: 'Name',
  find: 'Suchen',
  lists: 'Listen der Personen',
  newest: 'Neueste',
  suspended: 'Gesperrt',
  none: 'Keine Personen gefunden.',
  since: (day) => html`zuerst angemeldet am ${day}`,
  suspendedOn: (day) =>
    html`Gesperrt seit ${day}. Diese Person kann alles ansehen, aber nichts ändern.`,
  contributions: 'Beiträge',
  reason: 'Grund (freiwillig)',
  suspendHint:
    'Eine gesperrte Person kann alles ansehen, aber nichts ändern. Den Grund kann sie lesen.',
  suspend: 'Sperren',
  reinstate: 'Sperre aufheben',
  hide: 'Ausblenden',
  show: 'Wieder einblenden',
  hiddenComments: 'Ausgeblendete Kommentare',
  commentStarting: (start) => `: Kommentar ${start}`,
  revertTitle: 'Beiträge zurücknehmen',
  revertSince: 'Ab diesem Zeitpunkt',
  timeZone: 'Zeitzone',
  revertPreview: 'Zeigen, was zurückgenommen würde',
  revertExplained:
    'Aufnahmeorte, Flächen, Prüfungen und Motive von Bildern werden entfernt, Kommentare werden ausgeblendet. Entfernte Motive und Reihenfolgen der Motive werden wiederhergestellt. Neue Motive werden gelöscht, außer wenn andere sie verwenden. Was andere seither geändert haben, bleibt. Das Protokoll bewahrt alles auf.',
  suspendFirst: 'Sperren Sie die Person zuerst, damit inzwischen nichts hinzukommt.',
  nothingToRevert: 'Es gibt nichts zurückzunehmen.',
  keep: 'So lassen',
  kept: (count: number) => `${count} bleiben, wie sie sind`,
  older: 'Ältere Beiträge',
  revertOthers: 'Alle anderen zurücknehmen',
  revertAll: 'Alle zurücknehmen',
  countedAtMost: 'Mehr als 10.000 einer Art werden als 10.000 gezählt.',
  removedTags: 'Entfernte Motive',
  tagOrders: 'Geänderte Reihenfolgen der Motive',
  newSubjects: 'Neue Motive',
  contributionKinds: {
    point_georeference: 'Aufnahmeort',
    from_above_georeference: 'Fläche von oben',
    validation: 'Prüfung',
    comment: 'Kommentar',
    tag: 'Motiv',
    removed_tag: 'Entferntes Motiv',
    tag_order: 'Reihenfolge der Motive',
    subject: 'Neues Motiv',
  },
  done: {
    suspended: 'Die Person ist gesperrt.',
    reverted: 'Die Beiträge sind zurückgenommen.',
    partly: 'Ein Teil der Beiträge ist zurückgenommen. Diese sind noch da.',
    reinstated: 'Die Person kann wieder beitragen.',
  },
}

export const settings: Messages['settings'] = {
  title: 'Einstellungen',
  introduction: 'Diese Einstellungen gehören zum Katalog und gelten sofort.',
  saved: (name: string) => `Gespeichert: ${name}.`,
  reset: 'Standard wiederherstellen',
  value: 'Wert',
  degrees: 'Grad, von 0 bis 360',
  atMost: (count: number) => `Höchstens ${count} Zeichen`,
  names: {
    site_name: 'Name des Katalogs',
    viewing_cone: 'Blickwinkel',
    milestones: 'Meilensteine',
    validators: 'Wer prüfen darf',
  },
  explanations: {
    site_name: 'Steht auf allen Seiten und in der API.',
    viewing_cone:
      'Wie weit eine Kamera sieht: für die Suche im Blickfeld und die Kegel auf Karten.',
    milestones:
      'Anzahlen von Verortungen, die unter den Aktivitäten gemeldet werden, durch Kommas getrennt. Nach der letzten folgen ihre Vielfachen. Sie gelten auch für frühere Verortungen, was in einem großen Katalog etwas dauert. Leer: keine.',
    validators: 'Wer die Verortungen anderer prüfen darf.',
  },
  milestonesPending: 'Die neuen Meilensteine werden gerade auf frühere Verortungen angewandt.',
  user: 'Einer Person',
  sitewide: 'Des ganzen Katalogs',
  validators: {
    staff: 'Nur das Team',
    trusted: 'Das Team und Mitwirkende nach fünf Verortungen',
    everyone: 'Alle, die angemeldet sind',
  },
}

export const jobs: Messages['jobs'] = {
  title: 'Hintergrundaufträge',
  introduction:
    'Aufträge erzeugen Vorschaubilder, Kacheln und Embeddings neuer Bilder und entfernen Dateien, die nicht mehr gebraucht werden.',
  byState: 'Aufträge nach Zustand',
  states: { failed: 'Fehlgeschlagen', queued: 'Wartend', running: 'Laufend' },
  kinds: {
    derive: 'Vorschaubild und Anzeigeversion',
    tile: 'Kacheln zum Zoomen',
    embed: 'Embedding für Suchen',
    remove: 'Entfernen alter Dateien',
    withdraw: 'Neue Adressen ausgeblendeter Bilder',
    milestones: 'Meilensteine früherer Verortungen',
    changes: 'Änderungen vieler Bilder für Spiegel',
  },
  none: {
    failed: 'Kein Auftrag ist fehlgeschlagen.',
    queued: 'Kein Auftrag wartet.',
    running: 'Kein Auftrag läuft.',
  },
  noMore: 'In dieser Liste gibt es keine weiteren Aufträge.',
  noImage: 'Das Bild wurde gelöscht.',
  failedOn: (day: Html) => html`Fehlgeschlagen am ${day}`,
  due: (day: Html) => html`Fällig am ${day}`,
  attempts: (count: number) => plural(count, { one: 'Versuch', other: 'Versuche' }),
  isWaiting: 'wartet, bis der Server ihn ausführen kann',
  retry: 'Wiederholen',
  runNow: 'Jetzt ausführen',
  retryAll: (kind: string, count: number) =>
    `${plural(count, { one: 'fehlgeschlagenen Auftrag', other: 'fehlgeschlagene Aufträge' })} wiederholen: ${kind}`,
  queued: (count: number) =>
    count === 1
      ? 'Der Auftrag wird wiederholt.'
      : `${plural(count, { one: 'Auftrag wird', other: 'Aufträge werden' })} wiederholt.`,
  pause: 'Alle Aufträge anhalten',
  resume: 'Aufträge fortsetzen',
  isPaused: 'Die Aufträge sind angehalten: Bis zum Fortsetzen beginnt keiner.',
  paused: 'Die Aufträge sind angehalten. Laufende werden noch beendet.',
  resumed: 'Die Aufträge laufen wieder.',
}

export const imports: Messages['imports'] = {
  title: 'Importe',
  introduction: 'Was in den letzten 30 Tagen hochgeladen wurde, nach Person, Sammlung und Tag.',
  none: 'In den letzten 30 Tagen wurde nichts hochgeladen.',
  noMore: 'Es gibt keine älteren Importe.',
  committed: (count: number) =>
    plural(count, { one: 'Datei importiert', other: 'Dateien importiert' }),
  pending: (count: number) => `${count} in Arbeit`,
  abandoned: (count: number) => `${count} nicht abgeschlossen`,
  failed: (count: number) => `${count} beschädigt oder fehlgeschlagen`,
}

export const damaged: Messages['damaged'] = {
  introduction:
    'Die Dateien dieser Bilder lassen sich nicht oder nur zum Teil lesen. Bitten Sie die Quelle um unbeschädigte Kopien.',
  none: 'Kein Bild ist beschädigt.',
  noMore: 'Es gibt keine weiteren beschädigten Bilder.',
  replace: (command: Html) => html`So ersetzen Sie die Datei: ${command}`,
  retry: 'Erneut verarbeiten',
  queued: 'Das Bild wird erneut verarbeitet.',
}

export const sourceForms: Messages['sourceForms'] = {
  title: 'Quellen und Sammlungen',
  introduction:
    'Jedes Bild gehört zu einer Sammlung und jede Sammlung zu einer Quelle. Ein Bild ist öffentlich, wenn beide es sind.',
  newSource: 'Neue Quelle',
  newCollection: 'Neue Sammlung',
  create: 'Anlegen',
  fields: {
    name: 'Name',
    slug: 'Kurzname in Adressen',
    url: 'Website',
    description: 'Beschreibung',
  },
  hints: {
    slug: 'Kleinbuchstaben, Ziffern und Bindestriche. Eine Änderung macht Links ungültig.',
    newSlug: 'Leer: aus dem Namen abgeleitet',
  },
  publicPage: 'Öffentliche Seite',
  preview: 'Vorschau',
  number: (id: number) => `Sammlung Nummer ${id}`,
  visibility: 'Sichtbarkeit',
  publish: 'Veröffentlichen',
  hide: 'Verbergen',
  sourceIsPublic: 'Diese Quelle ist öffentlich, mit allen ihren öffentlichen Sammlungen.',
  sourceIsHidden: 'Diese Quelle ist verborgen, mit allen ihren Sammlungen.',
  collectionIsPublic: 'Diese Sammlung ist öffentlich, mit allen ihren Bildern.',
  collectionIsHidden: 'Diese Sammlung ist verborgen, mit allen ihren Bildern.',
  sourceHidesIt: 'Diese Sammlung wäre öffentlich, aber ihre Quelle ist verborgen.',
  hidingExplained:
    'Beim Ausblenden erhalten die Bilddateien neue Adressen. Die alten erlöschen sofort; Browser und CDNs, die Bilddateien gespeichert haben, können sie aber noch bis zu einem Jahr zeigen. Bis es die neuen gibt, was Minuten dauert, bei sehr vielen Stunden, sieht niemand die Bilder.',
  announcement: 'Ankündigung',
  notAnnounced: 'Diese Sammlung kann einmal unter den Aktivitäten angekündigt werden.',
  announcedOn: (day: Html) => html`Angekündigt am ${day}.`,
  publishFirst: 'Eine Sammlung kann angekündigt werden, wenn sie öffentlich ist.',
  announce: 'Unter den Aktivitäten ankündigen',
  done: {
    saved: 'Die Änderungen sind gespeichert.',
    created: 'Angelegt, aber noch nicht öffentlich.',
    published: 'Jetzt öffentlich.',
    hidden: 'Jetzt verborgen.',
    announced: 'Die Sammlung ist angekündigt.',
  },
}

export const imageForm: Messages['imageForm'] = {
  title: (id: number) => `Bild ${id} bearbeiten`,
  saved: 'Die Änderungen sind gespeichert.',
  hidden: 'nicht öffentlich',
  save: 'Speichern',
  placing: 'Auf der Karte',
  place: 'Sammlung',
  noLicense: 'Keine Lizenz angegeben',
  mirrors: {
    none: 'Nicht gespiegelt',
    h: 'Links und rechts vertauscht',
    v: 'Oben und unten vertauscht',
  },
  fields: {
    title: 'Titel',
    description: 'Beschreibung',
    creator: 'Urheber',
    original_date: 'Datum laut Quelle',
    edtf_date: 'Datum in EDTF',
    license_name: 'Lizenz',
    reference_id: 'Signatur der Quelle',
    source_url: 'Webadresse bei der Quelle',
    archive_position: 'Aufnahmeort laut Quelle',
    scale: 'Maßstab einer Karte',
    rotation: 'Drehung im Uhrzeigersinn',
    mirror: 'Spiegelung',
    from_above: 'Von oben aufgenommen',
    will_not_georef: 'Wird nicht verortet',
    duplicate_of: 'Duplikat von Bild Nummer',
    collection: 'Nummer der Sammlung',
    order: 'Position in der Sammlung',
  },
  hints: {
    edtf_date: 'Zum Beispiel 1912-05, 1905~ oder 1900/1910',
    archive_position:
      'Etwa 52.374, 4.8896; mit Blickrichtung: 52.374, 4.8896, 118.5. Wer das Bild verortet, bekommt ihn vorgeschlagen.',
    scale: 'Zum Beispiel 1:25000',
    order: 'Leer: nach der Nummer des Bildes',
    duplicate_of: 'Leer: kein Duplikat',
  },
  shownAs: (date) => `Angezeigt als: ${date}`,
  inCollection: (collection, source) => `Jetzt: ${collection} (${source})`,
  storedMeanwhile: (value) => `Jetzt gespeichert: ${value === '' ? '(leer)' : value}`,
  subjects: 'Motive',
  deleteLink: 'Dieses Bild löschen',
  deleteTitle: (id: number) => `Bild ${id} löschen`,
  deleteAsk:
    'Damit wird das Bild mit allen Dateien und allem gelöscht, was dazu beigetragen wurde. Das lässt sich nicht rückgängig machen.',
  parts: {
    georeferences: 'Verortungen',
    validations: 'Prüfungen',
    comments: 'Kommentare',
    subjects: 'Motive',
  },
  deleteNumber: (id: number) => `Zur Bestätigung ${id} eingeben`,
  deleteButton: 'Bild löschen',
  cancel: 'Abbrechen',
  deleted: 'Das Bild ist gelöscht. Seine Dateien werden bald entfernt.',
}

export const imageBatch: Messages['imageBatch'] = {
  title: 'Bilder ordnen und ändern',
  introduction: 'Die Bilder stehen in der Reihenfolge der Sammlung, 50 auf jeder Seite.',
  changed: (count: number) => `${plural(count, { one: 'Bild', other: 'Bilder' })} geändert.`,
  select: 'Auswählen',
  place: 'Platz auf dieser Seite',
  notPlaced: 'wird nicht verortet',
  order: 'Reihenfolge',
  orderHint:
    'Nummerieren Sie die Bilder, wie sie aufeinander folgen sollen. Mit 2.5 kommt eines zwischen das zweite und dritte.',
  saveOrder: 'Reihenfolge speichern',
  which: 'Welche Bilder',
  onlySelected: 'Nur die ausgewählten Bilder',
  allOnPage: (count: number) => `Alle ${count} Bilder auf dieser Seite`,
  allOfCollection: (count: number) => `Alle ${count} Bilder der Sammlung`,
  close: 'Werden nicht verortet',
  open: 'Können verortet werden',
  moveTo: 'Nummer einer anderen Sammlung',
  moveHint: 'Bilder in einer Sammlung, die nicht öffentlich ist, sind verborgen.',
  move: 'In diese Sammlung verschieben',
}

/** The pages of licenses for staff. */
export const licenseForms: Messages['licenseForms'] = {
  title: 'Lizenzen',
  introduction:
    'Bilder nennen die Lizenz, unter der sie veröffentlicht sind. Importe wählen sie über ihren Namen.',
  none: 'Keine Lizenzen.',
  newLicense: 'Neue Lizenz',
  add: 'Hinzufügen',
  fields: {
    name: 'Name',
    display_name: 'Angezeigter Name',
    permalink: 'Seite, die die Lizenz erklärt',
  },
  hints: { name: 'Zum Beispiel CC-BY-4.0', newDisplayName: 'Leer: der Name' },
  remove: 'Lizenz entfernen',
  removeHint: 'Nur eine Lizenz, die kein Bild hat, kann entfernt werden.',
  done: {
    saved: 'Die Änderungen sind gespeichert.',
    added: 'Die Lizenz ist hinzugefügt.',
    removed: 'Die Lizenz ist entfernt.',
  },
}

/** The pages of subjects for staff. */
export const subjectForms: Messages['subjectForms'] = {
  search: 'Anfang des Namens, Nummer, Kurzname oder Wikidata-Objekt',
  find: 'Suchen',
  none: 'Keine Motive.',
  number: (id: number) => `Motiv Nummer ${id}`,
  fields: { title: 'Name', slug: 'Kurzname in Adressen', description: 'Beschreibung' },
  hints: {
    slug: 'Kleinbuchstaben, Ziffern und Bindestriche. Eine Änderung macht Links ungültig.',
    description: 'Leer: die Beschreibung des Wikidata-Objekts',
  },
  merge: 'Mit einem anderen Motiv zusammenführen',
  mergeHint:
    'Alle Bilder mit diesem Motiv erhalten stattdessen das andere, und dieses Motiv wird gelöscht.',
  into: 'Das Motiv, das bleibt',
  intoHint: 'Seine Nummer, sein Kurzname oder sein Wikidata-Objekt',
  continue: 'Weiter',
  mergeAsk: (from: string, into: string) => `„${from}“ mit „${into}“ zusammenführen?`,
  mergeWarning: (from: string, into: string) =>
    `„${from}“ wird gelöscht. Bilder, Umrisse und Aktivität gehen an „${into}“ über. Das lässt sich nicht rückgängig machen.`,
  mergeButton: 'Motive zusammenführen',
  sameSubject: 'Ein Motiv lässt sich nicht mit sich selbst zusammenführen.',
  unknownSubject: 'Dieses Motiv gibt es nicht.',
  severalSubjects:
    'Mehrere Motive haben dieses Wikidata-Objekt. Geben Sie eine Nummer oder einen Kurznamen ein.',
  done: { saved: 'Die Änderungen sind gespeichert.', merged: 'Die Motive sind zusammengeführt.' },
}
