/** The images of a license, which are counted before it is removed. */
export const licenseIndex: readonly string[] = [
  'create index image_license on image (license_id) where license_id is not null;',
]
