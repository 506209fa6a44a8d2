import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';

/** More processes would load the same models again, and few machines have that many photos at once. */
const maxProcesses = 8;

/** Bytes of a process without models: Node, onnxruntime and a picture. */
const ownMemory = 192 * 1024 * 1024;

/** What a model takes in memory, by the bytes of its files: measured with the built-in packs and with a network like CLIP's. */
const memoryPerByte = 3;

export interface Machine {
  readonly cores: number;
  /** Bytes that all processes together may take: less than the machine has inside a container with a limit. */
  readonly memory: number;
}

export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  return { cores: availableParallelism(), memory: Math.min(totalmem(), limit > 0 ? limit : Infinity) };
}

/**
 * How many processes may run models: one per core, as far as half of the memory suffices. The other half is for the server and
 * for decoding.
 * @param modelBytes the size of the files of the models that analyse photos
 */
export function suitableProcesses({ cores, memory }: Machine, modelBytes: number): number {
  const affordable = Math.floor(memory / 2 / (ownMemory + memoryPerByte * modelBytes));
  return Math.max(1, Math.min(maxProcesses, cores, affordable));
}
