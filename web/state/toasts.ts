import { signal } from '@preact/signals';
import { NotUndone, PartlyDone, type Undo } from './partly-done.ts';

/** A short message at the bottom of the page. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly failed: boolean;
  /** Undoes the action of the message. */
  readonly undo: Undo | null;
  /** The address of the page that it is about. */
  readonly opens: string | null;
  /** Earlier ones, about what this one changed again: they return when it is undone. */
  readonly beneath: readonly Toast[];
}

/** In milliseconds; messages with something to do, and failures, stay longer. */
export const durations = { plain: 5000, long: 10_000 };

/**
 * Messages about recent actions, newest last, with undo. A change of what an earlier one changed takes its place, since actions
 * on the same are undone in reverse order.
 */
export class Toasts {
  readonly shown = signal<readonly Toast[]>([]);
  readonly #pause: (milliseconds: number) => Promise<void>;
  #count = 0;
  /** Incremented by `clear`: nothing of the previous user returns after it. */
  #turn = 0;
  /** Undos that are under way, after which earlier messages return. */
  readonly #revealing = new Set<Promise<void>>();

  constructor(pause: (milliseconds: number) => Promise<void>) {
    this.#pause = pause;
  }

  say(message: string, undo: Toast['undo'] = null, opens: Toast['opens'] = null): Toast {
    return this.#show({ message, undo, opens, failed: false });
  }

  /** Reports a failure, or that the user has stopped something; what was done before it can be undone. */
  fail(error: unknown): void {
    const partly = error instanceof PartlyDone ? error : null;
    const failed = !partly?.isStopped;
    this.#show({ message: sentenceOf(error), undo: partly?.undo ?? null, opens: null, failed });
  }

  /** Whether there is something to undo, now or after the undo that is under way. */
  get canUndo(): boolean {
    return this.#revealing.size > 0 || this.shown.value.some(({ undo }) => undo !== null);
  }

  /** Undoes the newest action that can be undone, which may return only after the undo that is under way. */
  async undoLast(): Promise<void> {
    const turn = this.#turn;
    while (this.#revealing.size > 0) await Promise.all(this.#revealing);
    if (turn !== this.#turn) return;
    const last = this.shown.value.findLast(({ undo }) => undo !== null);
    if (last) await this.undo(last);
  }

  async undo(toast: Toast): Promise<void> {
    if (!toast.undo || !this.shown.value.includes(toast)) return;
    const undone = this.#undo(toast, toast.undo);
    if (toast.beneath.length > 0) this.#revealing.add(undone);
    await undone;
    this.#revealing.delete(undone);
  }

  async #undo(toast: Toast, undo: Undo): Promise<void> {
    this.dismiss(toast);
    const turn = this.#turn;
    try {
      await undo();
    } catch (error) {
      if (turn !== this.#turn) return;
      const message = sentenceOf(error);
      if (error instanceof NotUndone) this.#show({ message, undo: null, opens: null, failed: true });
      // The action is still in place, and can still be undone.
      else this.#show({ message, undo, opens: toast.opens, failed: true }, toast.beneath);
      return;
    }
    if (turn !== this.#turn) return;
    for (const earlier of toast.beneath) this.#show(earlier, earlier.beneath);
  }

  dismiss(toast: Toast): void {
    this.shown.value = this.shown.value.filter((other) => other !== toast);
  }

  /** Clears everything after a sign-out. */
  clear(): void {
    this.#turn++;
    this.#revealing.clear();
    this.shown.value = [];
  }

  /** @param beneath those that return with its undo; default: those that it replaces */
  #show(content: Omit<Toast, 'id' | 'beneath'>, beneath?: Toast['beneath']): Toast {
    const replaced = beneath ? [] : this.shown.value.filter(({ undo }) => isWithin(undo, content.undo));
    const toast = { ...content, id: ++this.#count, beneath: beneath ?? replaced };
    const others = this.shown.value.filter((other) => !replaced.includes(other));
    this.shown.value = [...others.slice(-2), toast];
    void this.#pause(toast.undo || toast.opens !== null || toast.failed ? durations.long : durations.plain).then(() => {
      this.dismiss(toast);
    });
    return toast;
  }
}

/** Whether the newer action changed all that the older one would set back. */
function isWithin(older: Undo | null, newer: Undo | null): boolean {
  if (!older?.of || !newer?.of) return false;
  for (const part of older.of) if (!newer.of.has(part)) return false;
  return true;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
