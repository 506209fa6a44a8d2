import { signal, type Signal } from '@preact/signals';
import type { Person, UndoneMerge } from '../../core/http/wire.ts';
import type { Api } from '../api/index.ts';
import { AlikePeople } from '../state/people/alike-people.ts';
import { FaceQueue } from '../state/people/face-queue.ts';
import { PeopleEdits, type Change } from '../state/people/people-edits.ts';
import { PeopleList } from '../state/people/people-list.ts';
import type { Toast, Toasts } from '../state/toasts.ts';
import { text } from '../strings/index.ts';

/** What is asked before people become one, and what there is to undo of it. */
export type PeopleQuestion =
  | { readonly is: 'same-name'; readonly person: Person; readonly holder: Person }
  | { readonly is: 'merge'; readonly people: readonly Person[] }
  | { readonly is: 'merge-into'; readonly person: Person }
  | { readonly is: 'past-merges' };

/** What the pages of people and faces share. */
export interface PeopleParts {
  readonly list: PeopleList;
  /** Those who are picked on the page of people, by id. */
  readonly picked: Signal<ReadonlyMap<number, Person>>;
  readonly alike: AlikePeople;
  readonly edits: PeopleEdits;
  readonly faces: FaceQueue;
  /** The one whose page shows. */
  readonly shown: Signal<Person | null>;
  /** Id of the one whose name is being written. */
  readonly naming: Signal<number | null>;
  readonly question: Signal<PeopleQuestion | null>;
  /** Says that people are one, and offers to take it back. @param onUndone who is apart again */
  sayMerged(change: Change, onUndone?: (back: readonly UndoneMerge[]) => void): void;
  /** Says who is back without the name that they had. */
  sayBack(back: readonly UndoneMerge[]): void;
  /** Somebody else is here now. */
  forget(): void;
}

/** @param onMoved faces went from one person to another */
export function createPeople(parts: { api: Api; toasts: Toasts; onMoved: () => void }): PeopleParts {
  const { api, toasts, onMoved } = parts;
  const onFailed = (error: unknown): void => {
    toasts.fail(error);
  };
  const list = new PeopleList({ people: (name, part) => api.people.list(name, part) });
  const picked: PeopleParts['picked'] = signal(new Map());
  const shown: PeopleParts['shown'] = signal(null);
  const edits = new PeopleEdits({
    api,
    onChanged: (person) => {
      list.replace(person);
      if (shown.peek()?.id === person.id) shown.value = person;
    },
    onShown: () => {
      void list.refresh();
    },
    onGone: (ids) => {
      list.remove(ids);
      picked.value = new Map([...picked.peek()].filter(([id]) => !ids.includes(id)));
    },
    onMoved,
    brokenOff: text.mergeBrokenOff,
  });
  const sayBack: PeopleParts['sayBack'] = (back) => {
    if (back.some(({ name_taken }) => name_taken)) toasts.say(text.backWithoutName);
  };
  const sayMerged: PeopleParts['sayMerged'] = ({ person, undo }, onUndone) => {
    toasts.say(text.merged(person.name, text.photos(person.photo_count)), async () => {
      const back = await undo();
      sayBack(back);
      onUndone?.(back);
    });
  };
  const alike: AlikePeople = new AlikePeople({
    pairs: () => api.people.alike(),
    merge: async ({ a, b }) => {
      const change = await edits.merge([b], a);
      sayMerged(change, () => {
        alike.refresh().catch(() => undefined);
      });
      return change.person;
    },
    keepApart: ({ a, b }) => edits.keepApart(a, b),
    onFailed,
  });
  let said: Toast | null = null;
  const faces = new FaceQueue({
    faces: (part) => api.faces.unassigned(part),
    suggestions: (id) => api.faces.suggest(id),
    photo: (uid) => api.photos.get(uid, new AbortController().signal),
    assign: (id, whose) => api.faces.assign(id, whose),
    unassign: (id) => api.faces.unassign(id),
    reject: (id, rejected) => api.faces.reject([id], rejected),
    // One sentence at a time: those before are taken back by the key.
    onDecided: (decision, undo) => {
      if (said) toasts.dismiss(said);
      said = toasts.say(decision.isFace ? text.faceAssigned(decision.name) : text.faceRejected, undo);
    },
    onUndone: () => {
      if (said) toasts.dismiss(said);
    },
    onFailed,
    onChanged: onMoved,
  });
  const question: PeopleParts['question'] = signal(null);
  const naming: PeopleParts['naming'] = signal(null);
  const forget = (): void => {
    for (const part of [list, alike, faces]) part.forget();
    picked.value = new Map();
    for (const one of [shown, question, naming]) one.value = null;
  };
  return { list, picked, alike, edits, faces, shown, naming, question, sayMerged, sayBack, forget };
}
