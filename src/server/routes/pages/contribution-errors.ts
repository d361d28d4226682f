/** Descriptions of the errors of forms with which users contribute to an image. */
export const CONTRIBUTION_ERRORS = {
  409: 'The image does not accept it, or the same form is still being processed.',
  422: 'The form was submitted before with other content.',
  429: 'The user contributes too often.',
}
