import type { HouseholdStrings } from './en.ts';

export const household: HouseholdStrings = {
  title: (name) => `Wer kann „${name}“ sehen?`,
  unnamedTitle: 'Wer kann diese Person sehen?',
  albumHint: 'Wer dieses Album nicht sehen kann, findet weder das Album noch seine Fotos, auch nicht über die Suche.',
  personHint:
    'Wer diese Person nicht sehen kann, findet weder sie noch Fotos, auf denen sie ist, auch nicht zusammen mit anderen.',
  readers: 'Vor allen verbergen, die nur ansehen dürfen',
  readersHint: 'Alle Konten mit der Rolle Betrachter',
  users: 'Außerdem verbergen vor',
  noUsers: 'Es gibt niemanden, vor dem du das verbergen könntest. Administratoren sehen immer alles.',
  adminsSee: 'Administratoren sehen immer alles.',
  save: 'Speichern',
  saved: (name) => `Geändert, wer „${name}“ sehen kann`,
  savedUnnamed: 'Geändert, wer diese Person sehen kann',
};
