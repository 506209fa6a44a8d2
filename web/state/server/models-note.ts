import { signal } from '@preact/signals';
import type { Status } from '../../../core/http/wire.ts';

interface Note {
  read(): boolean;
  write(): void;
}

/** Whether the note that no models are installed was dismissed, which the browser remembers. */
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
 * Which note about models to show: in the demo to everybody, since it shows people without models; in a library only to
 * admins, who can install them.
 */
export function missingModels(status: Status | null, isAdmin: boolean): 'demo' | 'library' | null {
  if (!status || status.ml_ready) return null;
  if (status.demo) return 'demo';
  return isAdmin ? 'library' : null;
}
