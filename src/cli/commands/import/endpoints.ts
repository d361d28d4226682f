import type { Address } from '../../host/with-api.ts'

/** The endpoints by which an import changes something. */
export const IMPORT_ENDPOINTS: readonly Address[] = [
  'GET /api/v2/import/upload-url/',
  'POST /api/v2/import/commit/',
  'POST /api/v2/import/cancel/',
  'PUT /api/v2/import/batches/:batch/',
  'POST /api/v2/georeferences/',
]
