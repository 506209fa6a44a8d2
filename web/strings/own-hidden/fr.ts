import type { OwnHiddenStrings } from './en.ts';

export const ownHidden: OwnHiddenStrings = {
  hide: 'Masquer pour moi',
  show: 'Me le montrer à nouveau',
  showOne: (name: string) => `Me montrer à nouveau « ${name} »`,
  hidden: (name: string) => `Vous ne verrez plus « ${name} ». Rien ne change pour les autres.`,
  shown: (name: string) => `Vous voyez à nouveau « ${name} »`,
  things: 'Personnes et albums masqués',
  nothing: 'Vous n’avez rien masqué pour vous',
  nothingBody:
    'Ouvrez une photo, une personne ou un album et choisissez « Masquer pour moi ». Vous seul ne le verrez plus. Personne d’autre ne le remarque ni n’en est informé.',
};
