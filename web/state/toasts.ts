import { signal } from '@preact/signals';
import { PartlyDone, type Undo } from './partly-done.ts';

/** One sentence at the foot of the page, for a while. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly failed: boolean;
  /** Takes back what the sentence tells of. */
  readonly undo: Undo | null;
}

/** Milliseconds; what can be undone or went wrong stays longer. */
const stay = { plain: 5000, long: 10_000 };

/** What was just done, the newest last, and how to take it back. */
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

  /** Says what failed; the part that was done before can be taken back. */
  fail(error: unknown): void {
    const undo = error instanceof PartlyDone ? error.undo : null;
    this.#show({ message: sentenceOf(error), undo, failed: true });
  }

  /** Takes the newest change back that can be. */
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
      // It still stands, and can still be taken back.
      this.#show({ message: sentenceOf(error), undo: toast.undo, failed: true });
    }
  }

  dismiss(toast: Toast): void {
    this.shown.value = this.shown.value.filter((other) => other !== toast);
  }

  /** Somebody else is here now. */
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
