import { signal } from '@preact/signals';
import { PartlyDone, type Undo } from './partly-done.ts';

/** A short message at the bottom of the page. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly failed: boolean;
  /** Undoes the action of the message. */
  readonly undo: Undo | null;
}

/** In milliseconds; messages with undo, and failures, stay longer. */
const stay = { plain: 5000, long: 10_000 };

/** Messages about recent actions, newest last, with undo. */
export class Toasts {
  readonly shown = signal<readonly Toast[]>([]);
  readonly #pause: (milliseconds: number) => Promise<void>;
  #count = 0;

  constructor(pause: (milliseconds: number) => Promise<void>) {
    this.#pause = pause;
  }

  say(message: string, undo: Toast['undo'] = null): Toast {
    return this.#show({ message, undo, failed: false });
  }

  /** Reports a failure; what was done before it can be undone. */
  fail(error: unknown): void {
    const undo = error instanceof PartlyDone ? error.undo : null;
    this.#show({ message: sentenceOf(error), undo, failed: true });
  }

  /** Undoes the newest action that can be undone. */
  async undoLast(): Promise<void> {
    const last = this.shown.value.findLast(({ undo }) => undo !== null);
    if (last) await this.undo(last);
  }

  async undo(toast: Toast): Promise<void> {
    if (!toast.undo || !this.shown.value.includes(toast)) return;
    this.dismiss(toast);
    try {
      await toast.undo();
    } catch (error) {
      // The action is still in place, and can still be undone.
      this.#show({ message: sentenceOf(error), undo: toast.undo, failed: true });
    }
  }

  dismiss(toast: Toast): void {
    this.shown.value = this.shown.value.filter((other) => other !== toast);
  }

  /** Clears everything after a sign-out. */
  clear(): void {
    this.shown.value = [];
  }

  #show(said: Omit<Toast, 'id'>): Toast {
    const toast = { ...said, id: ++this.#count };
    this.shown.value = [...this.shown.value.slice(-2), toast];
    void this.#pause(toast.undo || toast.failed ? stay.long : stay.plain).then(() => {
      this.dismiss(toast);
    });
    return toast;
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
