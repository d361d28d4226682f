/** Why a request is refused, whatever it is for. */
export const ACCESS_PROBLEMS = {
  suspended:
    'Your account is suspended. You can read, but not change anything. Contact the staff of this site.',
  account_erased: 'This account was erased.',
  not_staff: 'This requires staff status, which an administrator can grant.',
  too_many_requests: (perMinute: number, seconds: number) =>
    `Too many requests: the limit is ${perMinute} per minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  in_progress: 'The first request with this Idempotency-Key is still in progress. Try again later.',
  key_reused: 'This Idempotency-Key was used for a different request. Use a new key.',
  staff_only: 'This page is for staff only.',
  other_site: 'This form was sent from another site.',
  form_expired: 'This form has expired. Please go back, reload the page, and try again.',
  not_a_link_of_the_page: 'Use the address of the next page as it was given.',
  neither_allowed_nor_canceled: 'Choose either Allow or Cancel.',
  not_a_content_state:
    'The parameter iiif-content must be a IIIF content state: an address, JSON, or JSON in base64url.',
  content_state_elsewhere: 'The IIIF content state does not point to a picture of this catalog.',
  other_name: 'This is not your name. Type it exactly as it is shown.',
}
