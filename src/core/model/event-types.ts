/** The types of events in the activity feed. */
export const EVENT_TYPES = [
  'georeference_group',
  'comment',
  'user_milestone',
  'sitewide_milestone',
  'subject_introduction',
  'subject_activity_group',
  'collection_introduction',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

export const SUBJECT_ACTIONS = ['added', 'removed', 'reordered'] as const

export type SubjectAction = (typeof SUBJECT_ACTIONS)[number]
