/** Examples for the help of the `catalog admin` commands that change images and contributions. */
export const CONTRIBUTION_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'admin image edit': [
    "catalog admin image edit 12 --title 'Market square' --license cc0",
    "catalog admin image edit 12 13 14 --creator ''",
  ],
  'admin image set-status': [
    'catalog admin image set-status will_not_georef 12 13',
    'catalog admin image set-status available -',
  ],
  'admin image set-duplicate': [
    'catalog admin image set-duplicate 13 14 --of 12',
    'catalog admin image set-duplicate 13 --none',
  ],
  'admin image set-from-above': [
    'catalog admin image set-from-above yes 12 13',
    'catalog admin image set-from-above no 12 --data /srv/catalog',
  ],
  'admin image set-scale': [
    'catalog admin image set-scale 1:5000 12 13',
    'catalog admin image set-scale 1:25000 -',
  ],
  'admin image tag': [
    'catalog admin image tag 12 13 --subject town-hall --subject Q64',
    'catalog admin image tag 12 --subject 7 --user ada',
  ],
  'admin image untag': [
    'catalog admin image untag 12 13 --subject town-hall',
    'catalog admin image untag 12 --subject 7 --user ada',
  ],
  'admin image reorder-subjects': [
    'catalog admin image reorder-subjects 12 --subject Q64 --subject town-hall',
    'catalog admin image reorder-subjects 12 --subject 7 --subject 3 --user ada',
  ],
  'admin image reorder': [
    'catalog admin image reorder 14 12 13',
    'catalog admin image reorder - --data /srv/catalog',
  ],
  'admin image transform': [
    'catalog admin image transform 12 13 --rotate 90',
    'catalog admin image transform 12 --rotate 0 --mirror h',
  ],
  'admin image delete': [
    'catalog admin image delete 12 13 --dry-run',
    'catalog admin image delete 12 --yes',
  ],
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
