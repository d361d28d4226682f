/** Examples for the help of the commands that change images and contributions. */
export const CONTRIBUTION_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'image edit': [
    "catalog image edit 12 --title 'Market square' --license cc0",
    "catalog image edit 12 13 14 --creator ''",
  ],
  'image set-status': [
    'catalog image set-status will_not_georef 12 13',
    'catalog image set-status available -',
  ],
  'image set-duplicate': [
    'catalog image set-duplicate 13 14 --of 12',
    'catalog image set-duplicate 13 --none',
  ],
  'image set-from-above': [
    'catalog image set-from-above yes 12 13',
    'catalog image set-from-above no 12 --data /srv/catalog',
  ],
  'image set-scale': ['catalog image set-scale 1:5000 12 13', 'catalog image set-scale 1:25000 -'],
  'image tag': [
    'catalog image tag 12 13 --subject town-hall --subject Q64',
    'catalog image tag 12 --subject 7 --user ada --data /srv/catalog',
  ],
  'image untag': [
    'catalog image untag 12 13 --subject town-hall',
    'catalog image untag 12 --subject 7 --user ada --data /srv/catalog',
  ],
  'image reorder-subjects': [
    'catalog image reorder-subjects 12 --subject Q64 --subject town-hall',
    'catalog image reorder-subjects 12 --subject 7 --subject 3 --json',
  ],
  'image reorder': [
    'catalog image reorder 14 12 13',
    'catalog image reorder - --data /srv/catalog',
  ],
  'image transform': [
    'catalog image transform 12 13 --rotate 90',
    'catalog image transform 12 --rotate 0 --mirror h',
  ],
  'image delete': ['catalog image delete 12 13 --dry-run', 'catalog image delete 12 --yes'],
  'image reprocess': ['catalog image reprocess 12 13', 'catalog image reprocess - --json'],
  'admin image': ['catalog admin image damaged', 'catalog admin image damaged --limit 500'],
  'admin image damaged': [
    'catalog admin image damaged',
    'catalog admin image damaged --after 4711 --limit 500',
  ],
  'admin georeference import': [
    'catalog admin georeference import points.geojson --dry-run',
    'catalog admin georeference import points.geojson --skip-invalid --user ada \\\n' +
      '    --time 2026-03-01T12:00:00Z',
  ],
  'admin georeference list': [
    'catalog admin georeference list --image 12',
    'catalog admin georeference list --from-above --user ada --json',
  ],
  'georeference delete': [
    'catalog georeference delete 31 --yes',
    'catalog admin georeference list --user ada -o id \\\n' +
      '    | catalog georeference delete - --yes',
  ],
  'admin validation add': [
    'catalog admin validation add 31 correct --user grace',
    'catalog admin validation add 7 incorrect --from-above --user grace \\\n' +
      "    --notes 'The river runs on the other side.'",
  ],
  'admin validation import': [
    'catalog admin validation import checks.csv --dry-run',
    'catalog admin validation import checks.csv --skip-invalid --user ada \\\n' +
      '    --time 2026-03-01T12:00:00Z',
  ],
  'admin validation list': [
    'catalog admin validation list --image 12',
    'catalog admin validation list --user grace --limit 500',
  ],
  'validation delete': [
    'catalog validation delete 5 --yes',
    'catalog validation delete 5 6 7 --dry-run',
  ],
  'admin comment add': [
    "catalog admin comment add 12 'The town hall burned down in 1911.' --user ada",
    "catalog admin comment add 12 'Seen from the bridge.' --user 12345 \\\n" +
      '    --time 2026-03-01T12:00:00Z',
  ],
  'admin comment import': [
    'catalog admin comment import comments.csv --dry-run',
    'catalog admin comment import comments.csv --skip-invalid --user ada \\\n' +
      '    --time 2026-03-01T12:00:00Z',
  ],
  'comment list': ['catalog comment list --image 12', 'catalog comment list --user ada --json'],
  'comment hide': [
    'catalog comment hide 5 6',
    `catalog comment list --user Troll -o id \\
    | catalog comment hide -`,
  ],
  'comment unhide': ['catalog comment unhide 5 6', 'catalog comment unhide 5 --json'],
  'comment delete': [
    'catalog comment delete 5 --yes',
    'catalog comment list --user ada -o id \\\n    | catalog comment delete - --yes',
  ],
}
