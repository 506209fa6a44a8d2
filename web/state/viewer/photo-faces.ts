import { signal } from '@preact/signals';
import type { AssignedFace, Face, Faces, Person } from '../../../core/http/wire.ts';
import type { Undo } from '../photos/photo-edits.ts';

export interface PhotoFacesOptions {
  facesOfPhoto(uid: string): Promise<Faces>;
  assignFace(faceId: number, assignee: { name: string } | { person_id: number }): Promise<AssignedFace>;
  unassignFace(faceId: number): Promise<Face>;
  rejectFaces(ids: readonly number[], rejected: boolean): Promise<Faces>;
  /** Called when faces changed owners: lists of photos may have changed. */
  onMoved(): void;
}

/** The faces in the open photo; read when they are to be shown. */
export class PhotoFaces {
  /** From left to right; null until they are loaded. */
  readonly faces = signal<readonly Face[] | null>(null);
  readonly #options: PhotoFacesOptions;
  #uid: string | null = null;
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;
  /** Whether `reloadSoon` is about to read them. */
  #isDue = false;

  constructor(options: PhotoFacesOptions) {
    this.#options = options;
  }

  async load(uid: string): Promise<void> {
    if (uid === this.#uid) return;
    this.#uid = uid;
    this.faces.value = null;
    await this.reload();
  }

  /** To be called when the viewer is closed: until it is opened again, people may get other names. */
  forget(): void {
    this.#turn++;
    this.#uid = null;
    this.faces.value = null;
  }

  /** Reads them again, once for all changes of this moment. */
  async reloadSoon(): Promise<void> {
    if (this.#isDue) return;
    this.#isDue = true;
    await Promise.resolve();
    this.#isDue = false;
    await this.reload();
  }

  /** Reads them again, as after a change of names elsewhere. If that fails, they stay as they were. */
  async reload(): Promise<void> {
    const uid = this.#uid;
    if (uid === null) return;
    const turn = ++this.#turn;
    const answer = await this.#options.facesOfPhoto(uid).catch(() => null);
    if (turn !== this.#turn) return;
    if (answer) this.faces.value = answer.faces;
    // The next call of `load` requests them again.
    else if (this.faces.value === null) this.#uid = null;
  }

  /**
   * Assigns a face without an owner to a person, or to the person with a name, who is created if needed.
   * @returns how many similar faces were assigned along with it, and an undo for all of them
   */
  async assign(face: Face, assignee: Person | string): Promise<{ name: string | null; others: number; undo: Undo }> {
    const request = typeof assignee === 'string' ? { name: assignee } : { person_id: assignee.id };
    const { person, propagated, propagated_ids } = await this.#options.assignFace(face.id, request);
    await this.#moved();
    const undo = async (): Promise<void> => {
      for (const id of [face.id, ...propagated_ids]) await this.#options.unassignFace(id);
      await this.#moved();
    };
    return { name: person.name, others: propagated, undo };
  }

  /** Removes a face from its person. @returns an undo */
  async unassign(face: Face): Promise<Undo> {
    const { person_id } = face;
    await this.#options.unassignFace(face.id);
    await this.#moved();
    return async () => {
      if (person_id !== null) await this.#options.assignFace(face.id, { person_id });
      await this.#moved();
    };
  }

  /** Marks that it is not a face. @returns an undo */
  async reject(face: Face): Promise<Undo> {
    const setRejected = async (rejected: boolean): Promise<void> => {
      await this.#options.rejectFaces([face.id], rejected);
      await this.#moved();
    };
    await setRejected(true);
    return () => setRejected(false);
  }

  async #moved(): Promise<void> {
    this.#options.onMoved();
    await this.reload();
  }
}
