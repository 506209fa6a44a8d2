import type { App } from '../app.ts';
import { FaceQueue } from '../state/people/face-queue.ts';
import { GroupQueue } from '../state/people/group-queue.ts';
import { LikelyPages } from '../state/people/likely-pages.ts';
import { NamingQueue } from '../state/people/naming-queue.ts';
import type { NamingStage } from '../state/people/naming-stages.ts';
import type { Decision } from '../state/people/face-queue-options.ts';
import type { Toast } from '../state/toasts.ts';
import { text } from '../strings/index.ts';

/** How many faces of a group are shown. */
const shownFaces = 9;
/** How many similar people are requested, to find named ones among them. */
const alikeLimit = 30;

/** The queue in which people are named, created by the first call: it is only loaded with its page. */
export function namingQueue({ api, grids, people, selection, shown, toasts, unfinished }: App): NamingQueue {
  const existing = people.queue.peek();
  if (existing) return existing;
  const { edits, steps, skips } = people;
  const onMoved = (): void => {
    grids.changed(shown.peek());
    selection.forgetUnseen();
  };
  let lastToast: Toast | null = null;
  // One message at a time: earlier decisions are undone by the key.
  const say = (sentence: string, undo: () => Promise<void>): void => {
    if (lastToast) toasts.dismiss(lastToast);
    lastToast = toasts.say(sentence, undo);
  };
  const undone = (stage: NamingStage) => (): void => {
    if (lastToast) toasts.dismiss(lastToast);
    naming.wanted.value = stage;
  };
  const shared = {
    unfinished,
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
    alike: (id) => api.people.similar(id, alikeLimit),
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
    assign: (id: number, assignee: { person_id: number } | { name: string }) => api.faces.assign(id, assignee),
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
  people.queue.value = naming;
  return naming;
}

function sentence(decision: Decision): string {
  if (!decision.isFace) return text.faceRejected;
  return decision.isIgnored ? text.ignored : text.faceAssigned(decision.name);
}

const quietly = (undo: () => Promise<unknown>) => async (): Promise<void> => {
  await undo();
};
