/** The home page of a catalog without images. */
export const setup = {
  title: 'First steps',
  introduction:
    'This catalog has no public images yet. Its administrator continues here, in a terminal on the server with CATALOG_DATA set to the data directory:',
  steps: {
    staff: 'Name the first staff member',
    source: 'Add a source',
    collection: 'Add a collection',
    images: 'Import images',
    public: 'Make the images public',
  },
  hints: {
    staff:
      'Staff members can import. NAME is the name with which you sign in; this also adds the common licenses.',
    source: 'A source is the institution or person that contributes images.',
    collection: 'A collection is a set of images of one source, such as an album.',
    images:
      'Sign in as a staff member, then import the images that a manifest lists. Images appear here once their source and collection are public.',
    public:
      'The images are imported, but visitors do not see them: their collection or its source is not public. The list shows which.',
  },
  done: 'Done',
}
