import { signal } from '@preact/signals';
import type { Status } from '../../../core/http/wire.ts';

interface Note {
  read(): boolean;
  write(): void;
}

/** Whether somebody has read that no models are installed; the browser remembers it. */
export class ModelsNote {
  readonly hidden = signal(false);
  readonly #note: Note;

  constructor(note: Note) {
    this.#note = note;
    this.hidden.value = note.read();
  }

  hide(): void {
    this.#note.write();
    this.hidden.value = true;
  }
}

/**
 * What there is to say about models: in the demo to everybody, since it shows people nonetheless; in a library to those
 * who can install them.
 */
export function missingModels(status: Status | null, isAdmin: boolean): 'demo' | 'library' | null {
  if (!status || status.ml_ready) return null;
  if (status.demo) return 'demo';
  return isAdmin ? 'library' : null;
}
