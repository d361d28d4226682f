/** Problems of the value of a field. */
export const FIELD_PROBLEMS = {
  required: 'This field is required.',
  not_text: 'Not a valid string.',
  too_long: (most: number) => `Ensure this field has no more than ${most} characters.`,
  null_characters: 'Null characters are not allowed.',
  surrogate_characters: 'Surrogate characters are not allowed.',
  not_a_url: 'Enter a valid URL.',
  url_with_credentials: 'Enter a URL without a user name or password.',
  not_a_slug: 'Enter a valid slug consisting of letters, numbers, underscores or hyphens.',
  not_an_integer: 'A valid integer is required.',
  not_a_boolean: 'Must be a valid boolean.',
  not_a_choice: (given: string, choices: readonly (string | number)[]) =>
    `"${given}" is not a valid choice. Choose one of: ${choices.join(', ')}.`,
  not_one_of: (words: readonly string[]) => `Must be one of: ${words.join(', ')}.`,
  not_a_width: 'Enter a number of degrees from 0 to 360.',
  /** @param position of the mistake, from 1 @param _suggestion a date that was probably meant */
  not_edtf: (mistake: string, _position: number, _suggestion: string | undefined) =>
    `Invalid EDTF date: ${mistake}`,
  no_position: 'Enter a latitude and a longitude.',
  no_direction: 'Enter degrees from 0 to 360.',
  not_a_part: 'Name the part of the picture as x,y,width,height in pixels, or after percent:.',
}
