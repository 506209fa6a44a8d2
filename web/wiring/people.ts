import { signal, type Signal } from '@preact/signals';
import type { Person, UndoneMerge } from '../../core/http/wire.ts';
import type { Api } from '../api/index.ts';
import { AlikePeople } from '../state/people/alike-people.ts';
import type { NamingQueue } from '../state/people/naming-queue.ts';
import { NewestPeople } from '../state/people/newest-people.ts';
import { PeopleEdits, type Change } from '../state/people/people-edits.ts';
import { PeopleList } from '../state/people/people-list.ts';
import { PeopleSteps } from '../state/people/people-steps.ts';
import { SkippedOnes } from '../state/people/skipped-ones.ts';
import type { Toasts } from '../state/toasts.ts';
import type { UnfinishedWork } from '../state/work-in-line.ts';
import { text } from '../strings/index.ts';

/** The dialogs before a merge or before somebody is hidden, and the list of past merges. */
export type PeopleQuestion =
  | { readonly is: 'same-name'; readonly person: Person; readonly holder: Person }
  | { readonly is: 'merge'; readonly people: readonly Person[] }
  | { readonly is: 'merge-into'; readonly person: Person }
  | { readonly is: 'hide-for-me'; readonly person: Person }
  | { readonly is: 'past-merges' };

/** State shared by the pages of people and faces. */
export interface PeopleParts {
  readonly list: PeopleList;
  /** The selected people on the people page, by id. */
  readonly picked: Signal<ReadonlyMap<number, Person>>;
  readonly alike: AlikePeople;
  readonly newest: NewestPeople;
  readonly edits: PeopleEdits;
  readonly steps: PeopleSteps;
  /** The faces and groups to be named; null until their page is opened. */
  readonly queue: Signal<NamingQueue | null>;
  /** The skipped faces and groups. */
  readonly skips: { readonly faces: SkippedOnes; readonly groups: SkippedOnes };
  /** The person whose page is shown. */
  readonly shown: Signal<Person | null>;
  /** Keys of the ticked candidates on a person's page, by the person's id. */
  readonly ticked: Signal<ReadonlyMap<number, ReadonlySet<string>>>;
  /** Id of the person whose name is being edited. */
  readonly naming: Signal<number | null>;
  readonly question: Signal<PeopleQuestion | null>;
  /** Shows a message about a merge, with undo. @param onUndone called with the people who were separated again */
  sayMerged(change: Change, onUndone?: (undoneMerges: readonly UndoneMerge[]) => void): void;
  /** Shows a message about people who returned without their names. */
  sayBack(undoneMerges: readonly UndoneMerge[]): void;
  /** Clears what was read, as when the URLs of its pictures have become invalid. */
  forget(): void;
}

interface PeopleWiring {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly unfinished: UnfinishedWork;
  /** Called when faces changed owners. */
  readonly onMoved: () => void;
  /** Called when people changed, as by a new name, or no longer exist. */
  readonly onChanged: () => void;
}

export function createPeople({ api, toasts, unfinished, onMoved, onChanged }: PeopleWiring): PeopleParts {
  const onFailed = (error: unknown): void => {
    toasts.fail(error);
  };
  const list = new PeopleList({
    people: (name, part) => api.people.list(name, part),
    oftenAlike: (part) => api.people.oftenAlike(part),
  });
  const picked: PeopleParts['picked'] = signal(new Map());
  const ticked: PeopleParts['ticked'] = signal(new Map());
  const shown: PeopleParts['shown'] = signal(null);
  const callbacks = {
    onChanged: (person: Person) => {
      list.replace(person);
      if (shown.peek()?.id === person.id) shown.value = person;
      onChanged();
    },
    onShown: () => {
      void list.refresh();
    },
    onGone: (ids: readonly number[]) => {
      list.remove(ids);
      picked.value = new Map([...picked.peek()].filter(([id]) => !ids.includes(id)));
      onChanged();
    },
    onMoved,
  };
  const newest = new NewestPeople((id) => api.people.get(id));
  const edits = new PeopleEdits({ api, newest, ...callbacks });
  const steps = new PeopleSteps({
    api: api.people,
    newest,
    ...callbacks,
    undoMerges: (merges, into) => edits.undoMerges(merges, into),
    brokenOff: text.mergeBrokenOff,
  });
  const sayBack: PeopleParts['sayBack'] = (undoneMerges) => {
    if (undoneMerges.some(({ name_taken }) => name_taken)) toasts.say(text.backWithoutName);
  };
  const sayMerged: PeopleParts['sayMerged'] = ({ person, undo }, onUndone) => {
    toasts.say(text.merged(person.name, text.photos(person.photo_count)), async () => {
      const undoneMerges = await undo();
      sayBack(undoneMerges);
      onUndone?.(undoneMerges);
    });
  };
  const alikePeople: AlikePeople = new AlikePeople({
    pairs: () => api.people.alike(),
    merge: async ({ a, b }) => {
      const change = await steps.join([b], [], a);
      sayMerged(change, () => {
        alikePeople.refresh().catch(() => undefined);
      });
      return change.person;
    },
    keepApart: ({ a, b }) => edits.keepApart(a, b),
    onFailed,
    unfinished,
  });
  const skips = { faces: new SkippedOnes(), groups: new SkippedOnes() };
  const queue: PeopleParts['queue'] = signal(null);
  const question: PeopleParts['question'] = signal(null);
  const naming: PeopleParts['naming'] = signal(null);
  const forget = (): void => {
    for (const part of [list, newest, alikePeople, queue.peek()]) part?.forget();
    picked.value = new Map();
    ticked.value = new Map();
    for (const state of [shown, question, naming]) state.value = null;
  };
  return {
    list,
    picked,
    alike: alikePeople,
    newest,
    edits,
    steps,
    queue,
    skips,
    shown,
    ticked,
    naming,
    question,
    sayMerged,
    sayBack,
    forget,
  };
}
