/** Events in a library that plugins may listen to. */
export const eventKinds = [
  'photo.indexed',
  'photo.changed',
  'photo.gone',
  'person.named',
  'person.merged',
  'backup.taken',
  'sign-in',
] as const;
export type EventKind = (typeof eventKinds)[number];
