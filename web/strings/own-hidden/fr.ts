import type { OwnHiddenStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

export const ownHidden: OwnHiddenStrings = {
  hide: 'Masquer pour moi',
  show: 'Me le montrer à nouveau',
  showOne: (name: string) => `Me montrer à nouveau « ${name} »`,
  hidden: (name: string) => `Vous ne verrez plus « ${name} ». Rien ne change pour les autres.`,
  askPerson: (name: string) => `Masquer « ${name} » pour vous ?`,
  askPersonBody: (count: number) =>
    `Vous ne verrez plus ${photos(count)} de cette personne, y compris celles où figurent d’autres personnes. Rien ne change pour les autres. Vous pourrez annuler cela sous « Masqué par vous ».`,
  hiddenPerson: (name: string, count: number) =>
    `« ${name} » et ${photos(count)} sont désormais masqués pour vous. Rien ne change pour les autres.`,
  shown: (name: string) => `Vous voyez à nouveau « ${name} »`,
  things: 'Personnes et albums masqués',
  nothing: 'Vous n’avez rien masqué pour vous',
  nothingBody:
    'Ouvrez une photo, une personne ou un album et choisissez « Masquer pour moi ». Vous seul ne le verrez plus. Personne d’autre ne le remarque ni n’en est informé.',
};
