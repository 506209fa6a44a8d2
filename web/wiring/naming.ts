import type { Api } from '../api/index.ts';
import { FaceQueue } from '../state/people/face-queue.ts';
import { GroupQueue } from '../state/people/group-queue.ts';
import { LikelyPages } from '../state/people/likely-pages.ts';
import { NamingQueue, type NamingStage } from '../state/people/naming-queue.ts';
import type { PeopleEdits } from '../state/people/people-edits.ts';
import type { PeopleSteps } from '../state/people/people-steps.ts';
import type { Decision } from '../state/people/face-queue-options.ts';
import { SkippedOnes } from '../state/people/skipped-ones.ts';
import type { Toast, Toasts } from '../state/toasts.ts';
import { text } from '../strings/index.ts';

/** How many faces of a group are shown. */
const shownFaces = 9;
/** How many similar people are requested, to find named ones among them. */
const alike = 30;

interface Parts {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly edits: PeopleEdits;
  readonly steps: PeopleSteps;
  readonly skips: { readonly faces: SkippedOnes; readonly groups: SkippedOnes };
  /** Called when faces changed owners. */
  readonly onMoved: () => void;
}

/** Creates the queue in which people are named. */
export function createNaming({ api, toasts, edits, steps, skips, onMoved }: Parts): NamingQueue {
  let said: Toast | null = null;
  // One message at a time: earlier decisions are undone by the key.
  const say = (sentence: string, undo: () => Promise<void>): void => {
    if (said) toasts.dismiss(said);
    said = toasts.say(sentence, undo);
  };
  const undone = (stage: NamingStage) => (): void => {
    if (said) toasts.dismiss(said);
    naming.wanted.value = stage;
  };
  const shared = {
    onFailed: (error: unknown) => {
      toasts.fail(error);
    },
  };
  const groups = new GroupQueue({
    ...shared,
    onUndone: undone('groups'),
    groups: async (part) => {
      const { people: items, total } = await api.people.unnamed(part);
      return { items, total };
    },
    faces: (id) => api.people.faces(id, { offset: 0, limit: shownFaces }),
    alike: (id) => api.people.similar(id, alike),
    name: async (person, name) => quietly((await edits.rename(person, name)).undo),
    merge: async (person, into) => quietly((await steps.join([person], [], into)).undo),
    ignore: (person) => steps.hide([person], true),
    onDecided: ({ name }, undo) => {
      say(name === null ? text.ignoredPeople(1) : text.named(name), undo);
      onMoved();
    },
    skips: skips.groups,
  });
  const ofFaces = {
    ...shared,
    photo: (uid: string) => api.photos.get(uid, new AbortController().signal),
    assign: (id: number, whose: { person_id: number } | { name: string }) => api.faces.assign(id, whose),
    unassign: (id: number) => api.faces.unassign(id),
    reject: (id: number, rejected: boolean) => api.faces.reject([id], rejected),
    ignore: (id: number, ignored: boolean) => api.faces.ignore([id], ignored),
    onDecided: (decision: Decision, undo: () => Promise<void>) => {
      say(sentence(decision), undo);
    },
    onChanged: onMoved,
    skips: skips.faces,
  };
  const pages = new LikelyPages((after) => api.faces.likely(after));
  const likely = new FaceQueue({
    ...ofFaces,
    onUndone: undone('likely'),
    faces: ({ offset }) => pages.next(offset),
    suggestions: (id) => Promise.resolve(pages.take(id) ?? api.faces.suggest(id)),
    onStart: () => {
      pages.restart();
    },
  });
  const rest = new FaceQueue({
    ...ofFaces,
    onUndone: undone('rest'),
    faces: async (part) => {
      const { faces: items, total } = await api.faces.unassigned(part);
      return { items, total };
    },
    suggestions: (id) => api.faces.suggest(id),
  });
  const count = async (): Promise<number> => (await api.faces.unassigned({ offset: 0, limit: 1 })).total;
  const naming = new NamingQueue({ groups, likely, rest, skips, count });
  return naming;
}

function sentence(decision: Decision): string {
  if (!decision.isFace) return text.faceRejected;
  return decision.isIgnored ? text.ignored : text.faceAssigned(decision.name);
}

const quietly = (undo: () => Promise<unknown>) => async (): Promise<void> => {
  await undo();
};
