import { inject } from '../compose/inject.ts';
import { DomainError } from '../domain/errors.ts';
import { commandLine } from '../services/audit-trail.ts';
import type { Config } from '../settings/env.ts';
import { PluginState } from '../store/plugin-state.ts';
import { readFingerprint } from '../../plugins/ml-nats/wire/keys.ts';
import { WorkerRoll } from '../../plugins/ml-nats/server/worker-roll.ts';
import { mustHaveIndex, withLibrary, type OpenIndex } from './open-index.ts';

type Print = (line: string) => void;

/** A line for each worker: fingerprint, state and name, separated by tabs. Those that wait for admission come last. */
export async function listWorkers(config: Config, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => {
    const workerRoll = workerRollOf(library);
    for (const { fingerprint, name } of [...workerRoll.admitted, ...workerRoll.waiting]) {
      print([fingerprint, workerRoll.standing(fingerprint), printable(name)].join('\t'));
    }
  });
}

/**
 * Admits a worker, also for a running server, which applies this when the worker announces itself again.
 * @throws DomainError `not_found`, `bad_input`
 */
export async function admitWorker(config: Config, fingerprint: string, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => {
    const key = fingerprintIn(fingerprint);
    const worker = workerRollOf(library).admit(key);
    if (!worker) {
      throw new DomainError(
        'not_found',
        `No worker with the fingerprint ${key} waits: start it while the server runs.`,
      );
    }
    record(library, 'worker.admitted', worker.name, key);
    print(`Admitted ${printable(worker.name)}.`);
  });
}

/** Revokes the admission of a worker: it gets no more work. @throws DomainError `not_found`, `bad_input` */
export async function removeWorker(config: Config, fingerprint: string, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => {
    const key = fingerprintIn(fingerprint);
    const removed = workerRollOf(library).remove(key);
    if (!removed) throw new DomainError('not_found', `There is no worker with the fingerprint ${key}.`);
    record(library, 'worker.removed', removed.name, key);
    print(`Removed ${printable(removed.name)}.`);
  });
}

function workerRollOf(library: OpenIndex): WorkerRoll {
  return new WorkerRoll({
    state: library.resolve(PluginState).of('ml-nats'),
    clock: () => Math.floor(Date.now() / 1000),
  });
}

function fingerprintIn(text: string): string {
  const parsed = readFingerprint(text);
  if (parsed === undefined) {
    throw new DomainError(
      'bad_input',
      'A fingerprint has five groups of four letters and digits, as the worker prints it.',
    );
  }
  return parsed;
}

function record(library: OpenIndex, action: string, subject: string, detail: string): void {
  library.resolve(inject.audit).record({ action, subject, detail }, { actor: commandLine });
}

/** Names of workers are untrusted: anyone with access to NATS can choose one, so control characters are replaced. */
const printable = (name: string): string => name.replaceAll(/\p{C}/gu, '?');
