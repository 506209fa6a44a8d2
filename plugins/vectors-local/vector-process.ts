// The process with the vectors. It is a process rather than a thread because onnxruntime blocks its thread, and because
// terminating a thread during a run crashes the whole server.
import process from 'node:process';
import { loadOnnx } from 'photofinch/plugin-api/toolkit';
import { LocalIndex } from './local-index.ts';
import type { Cancel, Notice, Reply, Request, Tasks, Task } from './protocol.ts';
import { Sidecar } from './sidecar.ts';
import { Turns } from './turns.ts';
import { LostVectors } from './vector-file.ts';

loadOnnx();
const turns = new Turns();
const indexes = new Map<string, LocalIndex>();
const sidecars = new Map<string, Sidecar>();
/** The most faces or persons whose neighbours are an urgent request. */
const maxUrgent = 100;
/** Running calls, and whether each was cancelled. */
const waiting = new Map<number, { cancelled: boolean }>();

class Cancelled extends Error {}

function send(message: Reply | Notice): void {
  if (process.connected) process.send?.(message);
}

async function open(key: string, { folder, cacheKey, discard, ...options }: Tasks['open']['input']): Promise<bigint> {
  // The open index was not filled completely: opening it failed later on.
  await close(key);
  const sidecar = new Sidecar(folder, options.identity, cacheKey, options.threads);
  sidecars.set(key, sidecar);
  // The sidecar has its own copy, which it wipes when the index is closed.
  cacheKey?.fill(0);
  if (discard) await sidecar.discard().catch(() => undefined);
  const events = {
    saved: (watermark: bigint) => {
      send({ index: key, saved: watermark });
    },
    notSaved: (error: Error) => {
      dieWithout(key, error);
      send({ index: key, notSaved: error.message });
    },
  };
  const index = await LocalIndex.open({ key, options, sidecar, turns, events });
  indexes.set(key, index);
  return index.watermark;
}

async function close(key: string): Promise<null> {
  const index = indexes.get(key);
  indexes.delete(key);
  await index?.close();
  return null;
}

function openIndex(key: string): LocalIndex {
  const index = indexes.get(key);
  if (!index) throw new Error('This vector index is not open.');
  return index;
}

function work({ id, index: key, ...request }: Request): Promise<Tasks[Task]['output']> {
  const goOn = (): void => {
    if (waiting.get(id)?.cancelled) throw new Cancelled();
  };
  const pause = async (): Promise<void> => {
    await new Promise(setImmediate);
    goOn();
  };
  /** Runs a read on the index. */
  const runRead = <T>(answer: (index: LocalIndex) => T | Promise<T>): Promise<T> =>
    turns.read(async () => {
      goOn();
      return answer(openIndex(key));
    });
  switch (request.task) {
    case 'open':
      return turns.write(key, () => open(key, request.input));
    case 'close':
      return turns.write(key, () => close(key));
    case 'apply':
      return turns.write(key, async () => {
        openIndex(key).apply(request.input.sequence, request.input.operations);
        return Promise.resolve(null);
      });
    case 'watermark':
      return runRead((index) => index.watermark);
    case 'stats':
      return runRead((index) => index.stats());
    case 'score':
      return runRead((index) => index.score(request.input.query, request.input.ids));
    case 'search': {
      const { queries, ...options } = request.input;
      return runRead((index) => index.search(queries, options, pause));
    }
    case 'neighbours': {
      const { ids, ...options } = request.input;
      // Users wait for those of a few faces or persons; grouping requests those of many.
      if (ids.length <= maxUrgent) return runRead((index) => index.neighbours(ids, options, pause));
      return turns.background(key, () => openIndex(key).neighbours(ids, options, () => turns.pause()));
    }
  }
}

/**
 * Without the vectors, the state of the index cannot be trusted: the next process finds no cache, and the index is filled
 * again.
 */
function dieWithout(key: string, error: unknown): void {
  if (!(error instanceof LostVectors)) return;
  sidecars.get(key)?.giveUp();
  process.exit(1);
}

async function answer(request: Request): Promise<void> {
  waiting.set(request.id, { cancelled: false });
  try {
    send({ id: request.id, output: await work(request) });
  } catch (error) {
    dieWithout(request.index, error);
    send({ id: request.id, error: error instanceof Error ? error.message : String(error) });
  } finally {
    waiting.delete(request.id);
  }
}

process.on('message', (message: Request | Cancel) => {
  if ('cancel' in message) {
    const call = waiting.get(message.cancel);
    if (call) call.cancelled = true;
  } else void answer(message);
});

// The server has ended, or no longer needs this process; changes were saved on `close`.
process.on('disconnect', () => {
  process.exit(0);
});
// Signals to the process group, as from ^C and systemd, are for the server, which lets this process save first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
