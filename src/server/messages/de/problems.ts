import type { Messages } from '../en/index.ts'
import { nameMembers } from '../name-members.ts'
import { changes, history } from './changes.ts'
import { consent } from './accounts.ts'
import { createPlural } from '../plural.ts'
import type { ErrorKind } from '../../../core/base/errors.ts'

const plural = createPlural('de')

/** By the words of GEOS, which checks areas. */
const AREA_REASONS: Readonly<Partial<Record<string, string>>> = {
  'Self-intersection': 'Die Linien kreuzen sich',
  'Ring Self-intersection': 'Die Linien kreuzen sich',
  'Hole lies outside shell': 'Ein Loch liegt außerhalb des Gebiets',
  'Holes are nested': 'Ein Loch liegt in einem anderen',
  'Interior is disconnected': 'Löcher teilen das Gebiet',
}

export const problems: Messages['problems'] = {
  suspended:
    'Ihr Konto ist gesperrt. Sie können alles ansehen, aber nichts ändern. Wenden Sie sich an das Team dieser Website.',
  account_erased: 'Dieses Konto wurde gelöscht.',
  not_staff: 'Das darf nur das Team. Wer dazugehört, legt die Administration fest.',
  too_many_requests: (_perMinute, seconds) =>
    `Sie haben zu viele Anfragen gesendet. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
  in_progress: 'Dieses Formular wird noch verarbeitet. Versuchen Sie es gleich noch einmal.',
  key_reused: 'Dieses Formular wurde schon mit anderem Inhalt gesendet. Laden Sie die Seite neu.',
  staff_only: 'Diese Seite ist nur für das Team.',
  other_site: 'Dieses Formular wurde von einer anderen Website gesendet.',
  form_expired:
    'Dieses Formular ist abgelaufen. Gehen Sie zurück, laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  not_a_link_of_the_page: 'Folgen Sie den Links auf der Seite, um zu blättern.',
  no_sign_in:
    'Die Anmeldung ist hier noch nicht eingerichtet. Die Administration kann den Dienst mit OpenStreetMap verbinden.',
  other_sign_in_page: 'Bitte melden Sie sich auf der Anmeldeseite dieses Dienstes an.',
  sign_in_mismatch:
    'Diese Anmeldung wurde in einem anderen Browser oder vor mehr als zehn Minuten begonnen. Melden Sie sich noch einmal an.',
  sign_in_used:
    'Diese Anmeldung wurde schon verwendet oder ist abgelaufen. Melden Sie sich noch einmal an.',
  osm_unavailable:
    'OpenStreetMap ist nicht erreichbar oder antwortet nicht wie erwartet. Versuchen Sie es später noch einmal.',
  unknown_user: 'Diese Person gibt es nicht. Wählen Sie eine aus der Liste.',
  not_a_username: (most) =>
    `Geben Sie einen Namen aus 1 bis ${most} Zeichen ohne unsichtbare Zeichen ein.`,
  neither_allowed_nor_canceled: `Wählen Sie „${consent.allow}“ oder „${consent.cancel}“.`,
  not_a_content_state:
    'Der Parameter iiif-content muss ein IIIF Content State sein: eine Adresse, JSON oder JSON in base64url.',
  content_state_elsewhere: 'Der IIIF Content State zeigt auf kein Bild dieses Katalogs.',
  other_name: 'Das ist nicht Ihr Name. Geben Sie ihn genau so ein, wie er angezeigt wird.',

  index_full: (index) =>
    `Der Suchindex der ${index === 'texts' ? 'Texte' : 'Bilder'} passt nicht mehr in seinen Speicher, deshalb ist diese Suche nicht verfügbar. Wer den Server verwaltet, kann CATALOG_SEARCH_MEMORY erhöhen oder PostgreSQL suchen lassen (${index === 'texts' ? 'CATALOG_TEXT=pg_trgm' : 'CATALOG_VECTORS=pgvector'}).`,
  storage_full:
    'Der Speicher dieses Dienstes ist voll. Nichts wurde gespeichert. Versuchen Sie es später noch einmal.',
  storage_failed:
    'Der Speicher dieses Dienstes ist gestört. Nichts wurde gespeichert. Versuchen Sie es später noch einmal.',
  signing_key_unreadable:
    'Dieser Dienst kann seinen Signaturschlüssel nicht lesen. Die Administration muss den Zugriff darauf wiederherstellen.',
  overloaded:
    'Dieser Dienst ist überlastet. Nichts wurde gespeichert. Versuchen Sie es in ein paar Sekunden noch einmal.',
  database_busy:
    'Die Datenbank ist beschäftigt. Nichts wurde gespeichert. Versuchen Sie es in ein paar Sekunden noch einmal.',
  database_damaged:
    'Die Datenbank dieses Dienstes ist beschädigt. Die Administration muss sie wiederherstellen.',
  rendering_busy: (seconds) =>
    `Es werden gerade zu viele Bilder erzeugt. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  server_stopping: 'Der Server wird gerade beendet.',
  try_again: (_problem, seconds) =>
    `Dieser Dienst ist gerade nicht verfügbar. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  not_embedded:
    'Dieses Bild ist noch nicht für die Suche nach ähnlichen verarbeitet. Versuchen Sie es später noch einmal.',

  required: 'Füllen Sie dieses Feld aus.',
  not_text: 'Geben Sie einen Text ein.',
  too_long: (most) => `Geben Sie höchstens ${most.toLocaleString('de')} Zeichen ein.`,
  null_characters: 'Nullzeichen sind nicht erlaubt.',
  surrogate_characters: 'Der Text enthält ungültige Unicode-Zeichen.',
  not_a_url: 'Geben Sie eine gültige Webadresse ein.',
  url_with_credentials: 'Geben Sie eine Webadresse ohne Benutzernamen und Passwort ein.',
  not_a_slug:
    'Geben Sie einen gültigen Kurznamen aus Buchstaben, Ziffern, Unterstrichen oder Bindestrichen ein.',
  not_an_integer: 'Geben Sie eine ganze Zahl ein.',
  not_a_boolean: 'Wählen Sie Ja oder Nein.',
  not_a_choice: (given) => `„${given}“ steht nicht zur Auswahl.`,
  not_one_of: () => 'Wählen Sie eine der angebotenen Möglichkeiten.',
  not_a_width: 'Geben Sie eine Zahl von 0 bis 360 Grad ein.',
  not_edtf: (_mistake, position, suggestion) =>
    suggestion === undefined
      ? `Kein gültiges EDTF-Datum: Fehler an Stelle ${position}.`
      : `Kein gültiges EDTF-Datum: Fehler an Stelle ${position}. Vorschlag: ${suggestion.replace(' or ', ' oder ')}`,
  no_position: 'Geben Sie die Position als Breite und Länge ein.',
  no_direction: 'Geben Sie 0 bis 360 Grad ein.',
  not_a_part:
    'Nennen Sie den Ausschnitt des Bildes als x,y,Breite,Höhe in Pixeln, oder nach percent:.',

  not_a_polygon: () =>
    'Geben Sie in jeder Zeile eine Ecke als Breite und Länge ein, oder ein Polygon als GeoJSON.',
  too_many_rings: (count, most) =>
    `Das Gebiet hat ${count} Umrisse; höchstens ${most} sind möglich.`,
  too_many_positions: (count, most) =>
    `Das Gebiet hat ${count} Ecken; höchstens ${most} sind möglich.`,
  ring_too_long: (_ring, count, most) =>
    `Ein Umriss hat ${count} Ecken; höchstens ${most} sind möglich.`,
  ring_too_short: () => 'Ein Umriss braucht mindestens drei verschiedene Ecken.',
  ring_not_closed: () => 'Ein Umriss ist offen: Seine letzte Ecke muss der ersten gleichen.',
  ring_around_the_world: () => 'Ein Umriss geht mehr als einmal um die Welt.',
  ring_without_area: () => 'Ein Umriss schließt keine Fläche ein.',
  area_too_large: () => 'Das Gebiet ist zu groß.',
  unreadable_area: 'Das Gebiet ist nicht lesbar.',
  invalid_area: (reason, place) =>
    `${AREA_REASONS[reason] ?? 'Die Linien passen nicht zusammen'}${place ? ` (bei ${place.latitude}, ${place.longitude})` : ''}.`,

  placed_meanwhile: (username) =>
    `${username} hat dieses Bild inzwischen verortet. Vergleichen Sie beide Orte.`,
  unlikely_position: (position) =>
    `Ist ${position} gemeint? Diese Position ist meist ein Versehen. Wenn sie stimmt, senden Sie sie noch einmal.`,
  placement_deleted: 'Die Verortung, die Sie gesehen haben, wurde inzwischen gelöscht.',
  too_many_placements: (most) =>
    `Sie haben dieses Bild schon ${most}-mal verortet. Öfter geht es nicht.`,
  too_many_own_positions: (most) =>
    `Ihre Gebiete auf diesem Bild dürfen zusammen ${most} Ecken haben. Zeichnen Sie einen einfacheren Umriss.`,
  is_duplicate: (id, original) =>
    `Bild ${id} ist ein Duplikat von Bild ${original}. Verorten Sie jenes.`,
  will_not_georef: (id) => `Das Team hat entschieden, dass Bild ${id} nicht zu verorten ist.`,
  not_from_above: (id) =>
    `Bild ${id} ist nicht von oben aufgenommen; es hat eine Kamera statt eines Gebiets.`,
  not_own_placement: 'Zurücknehmen kann eine Verortung nur, wer sie eingetragen hat.',
  placement_followed:
    'Das Bild wurde seither noch einmal verortet. Diese Verortung lässt sich nicht mehr zurücknehmen.',
  placement_checked: 'Diese Verortung wurde schon geprüft und lässt sich nicht mehr zurücknehmen.',
  placement_too_old: (minutes) =>
    `Eine Verortung lässt sich ${minutes} Minuten lang zurücknehmen. Die sind vorbei.`,
  own_georeference: 'Diese Verortung ist von Ihnen selbst. Jemand anderes muss sie prüfen.',
  only_staff_check: 'Hier prüft nur das Team, was andere verortet haben.',
  too_few_placed: (count) =>
    `Verorten Sie erst selbst ${count} Bilder. Dann können Sie prüfen, was andere verortet haben.`,
  too_many_comments: (most) =>
    `Sie haben dieses Bild schon ${most}-mal kommentiert. Öfter geht es nicht.`,
  not_the_author:
    'Einen Kommentar können nur die Person, die ihn geschrieben hat, und das Team löschen.',
  no_subject: 'Wählen Sie ein Motiv aus der Liste.',
  unknown_subject: (given) => `Das Motiv „${given}“ gibt es nicht.`,
  too_many_subjects: (most) => `Das Bild hat schon ${most} Motive. Mehr sind nicht möglich.`,
  subject_removed: 'Das Motiv wurde inzwischen entfernt.',
  other_subjects: () =>
    'Die Motive des Bildes wurden inzwischen geändert. Laden Sie die Seite neu, und ordnen Sie sie noch einmal.',
  not_an_item: (example) =>
    `Geben Sie die Nummer eines Wikidata-Objekts ein, zum Beispiel ${example}.`,
  unknown_item: (item) => `Das Wikidata-Objekt ${item} gibt es nicht.`,
  unnamed_item: (item) => `Das Wikidata-Objekt ${item} hat keinen englischen Namen.`,
  knowledge_base_unavailable:
    'Wikidata ist gerade nicht erreichbar. Versuchen Sie es später noch einmal.',

  changed_meanwhile: () =>
    'Inzwischen wurden dieselben Angaben von jemand anderem geändert. Unten stehen Ihre Änderungen und was jetzt gespeichert ist. Speichern Sie noch einmal, um es zu überschreiben.',
  none_selected: 'Wählen Sie mindestens ein Bild aus.',
  other_count: (images) =>
    `Die Sammlung hat jetzt ${plural(images, { one: 'Bild', other: 'Bilder' })}. Sehen Sie sich diese an, und versuchen Sie es dann noch einmal.`,
  not_milestones:
    'Geben Sie höchstens 100 ganze Zahlen über 0 in aufsteigender Reihenfolge ein, zum Beispiel 5, 15, 50.',
  other_number: 'Das ist nicht die Nummer des Bildes.',
  no_time: 'Geben Sie ein Datum und eine Uhrzeit ein.',

  source_slug_taken: 'Eine andere Quelle hat diesen Kurznamen schon.',
  collection_slug_taken: 'Eine andere Sammlung dieser Quelle hat diesen Kurznamen schon.',
  subject_slug_taken: 'Ein anderes Motiv hat diesen Kurznamen schon.',
  merged_into_itself: 'Ein Motiv lässt sich nicht mit sich selbst zusammenführen.',
  license_exists: (name) => `Eine Lizenz mit dem Namen ${name} gibt es schon.`,
  license_in_use: (images) =>
    images === 1 ? 'Ein Bild hat diese Lizenz.' : `${images} Bilder haben diese Lizenz.`,
  unknown_license: (name) => `Die Lizenz „${name}“ gibt es nicht.`,
  announced_before: (name) => `„${name}“ wurde schon angekündigt.`,
  not_public: (name) =>
    `„${name}“ oder die zugehörige Quelle ist nicht öffentlich. Veröffentlichen Sie beide, und kündigen Sie die Sammlung dann an.`,
  unknown_collection: (id) => `Die Sammlung ${id} gibt es nicht.`,
  public_collection: 'Wählen Sie eine Sammlung, die nicht öffentlich ist.',
  other_collection: (id) => `Bild ${id} gehört zu einer anderen Sammlung.`,
  several_collections: () =>
    'Diese Bilder gehören zu mehreren Sammlungen. Ordnen Sie jede für sich.',
  duplicate_of_itself: (id) => `Bild ${id} kann kein Duplikat von sich selbst sein.`,
  unknown_image: (id) => `Bild ${id} gibt es nicht.`,
  original_is_duplicate: (original, other) =>
    `Bild ${original} ist selbst ein Duplikat von Bild ${other}. Geben Sie jenes an.`,
  has_duplicate: (id, duplicate) =>
    `Bild ${duplicate} ist ein Duplikat von Bild ${id}. Ändern Sie zuerst jenes.`,
  duplicate_has_georeferences: (id) =>
    `Bild ${id} ist verortet und kann deshalb kein Duplikat sein. Löschen Sie zuerst die Verortungen.`,
  hidden_original: (original, id) =>
    `Bild ${original} ist verborgen, Bild ${id} aber nicht. Dann wäre keines der beiden zu finden.`,
  would_hide_original: (id, original) =>
    `Bild ${id} ist ein Duplikat von Bild ${original}, das verborgen würde. Dann wäre keines der beiden zu finden.`,
  original_of_duplicate: (duplicate, id) =>
    `Bild ${duplicate} ist ein Duplikat von Bild ${id}. Ändern oder löschen Sie zuerst das Duplikat.`,
  own_account: 'Ihr eigenes Konto können Sie nicht sperren.',
  other_staff:
    'Mitglieder des Teams kann nur die Administration auf dem Server sperren und wieder zulassen oder alle ihre Beiträge rückgängig machen.',

  not_revertible: (obstacle) => history.obstacles[obstacle],
  values_refused: () => 'Die früheren Werte sind nicht mehr zulässig.',
  changed_since: (_type, _id, values) =>
    `Inzwischen wurde noch einmal geändert: ${nameMembers(changes.members, values)}.`,
  setting_changed_since: () => 'Die Einstellung wurde inzwischen noch einmal geändert.',
  queue_changed_since: 'Die Warteschlange wurde inzwischen angehalten oder fortgesetzt.',
  comment_changed_since: (id) =>
    `Der Kommentar ${id} wurde inzwischen aus- oder wieder eingeblendet.`,
  geometries_changed_since: (subject) =>
    `Die Umrisse des Motivs ${subject} wurden inzwischen noch einmal geändert.`,
  restored_before: () => 'Das wurde bereits wiederhergestellt.',
  contribution_restored_before: 'Das wurde bereits wiederhergestellt.',
  duplicate_since: (id, original) =>
    `Bild ${id} ist inzwischen ein Duplikat von Bild ${original} und kann nicht mehr verortet sein.`,
  validated_since: () => 'Die Person hat diese Verortung inzwischen noch einmal geprüft.',
  reported_since: 'Die Person hat das Bild inzwischen aus demselben Grund noch einmal gemeldet.',
  license_gone: 'Die Lizenz, die das Bild hatte, gibt es nicht mehr.',
  source_gone: (id) => `Die Quelle ${id} gibt es nicht mehr.`,
  item_taken: (item, slug) =>
    `Das Wikidata-Objekt ${item} hat inzwischen ein anderes Motiv: ${slug}.`,
  subject_gone: 'Eines der Motive gibt es nicht mehr.',
}

/** For errors that only have an English message. */
const KINDS: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Diese Angaben sind ungültig.',
  unauthenticated: 'Bitte melden Sie sich an.',
  forbidden: 'Das dürfen Sie nicht.',
  not_found: 'Das gibt es nicht.',
  gone: 'Das wurde gelöscht.',
  conflict: 'Das passt nicht zu dem, was inzwischen gespeichert ist. Laden Sie die Seite neu.',
  precondition_failed: 'Das wurde inzwischen geändert. Laden Sie die Seite neu.',
  too_large: 'Das ist zu groß.',
  too_slow: 'Das Senden hat zu lange gedauert. Versuchen Sie es noch einmal.',
  unsupported: 'Dieses Format wird nicht unterstützt.',
  unprocessable: 'Diese Anfrage kann nicht verarbeitet werden.',
  not_implemented: 'Diese Anfrage wird nicht unterstützt.',
  rate_limited: 'Sie haben zu viele Anfragen gesendet. Versuchen Sie es später noch einmal.',
  unavailable: 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es später noch einmal.',
  busy: 'Der Dienst ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
}

export const errors: Messages['errors'] = {
  titles: {
    400: 'Ungültige Anfrage',
    401: 'Bitte melden Sie sich an',
    403: 'Zugriff verweigert',
    404: 'Seite nicht gefunden',
    405: 'Diese Seite kann nicht geöffnet werden',
    410: 'Gelöscht',
    413: 'Anfrage zu groß',
    415: 'Format nicht unterstützt',
    429: 'Zu viele Anfragen',
    503: 'Vorübergehend nicht verfügbar',
  },
  otherTitle: 'Etwas ist schiefgegangen',
  goneTitle: 'Nicht gefunden',
  gone: 'Das gibt es nicht mehr, oder Sie können es nicht sehen.',
  notFound: 'Die gesuchte Seite gibt es nicht.',
  formOnly: 'Diese Seite kann nicht direkt geöffnet werden. Sie nimmt nur Formulare an.',
  unexpected:
    'Auf unserer Seite ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
  other: (kind) => KINDS[kind],
  otherValue: () => 'Diese Angabe ist ungültig.',
  appAtFault:
    'Die Anwendung, die Sie hierher geschickt hat, hat eine ungültige Anfrage gestellt. Bitte wenden Sie sich an ihre Entwickler.',
  retry: 'Noch einmal versuchen',
  home: 'Zur Startseite',
  requestId: 'Nummer der Anfrage:',
  status: (status) => `Fehler ${status}`,
}
