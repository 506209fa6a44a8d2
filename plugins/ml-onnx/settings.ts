import { readSeconds } from 'photofinch/plugin-api/toolkit';
import { accelerators } from './inference/execution.ts';
import { builtInPacks } from './models/built-in-packs.ts';

interface Settings {
  readonly processes: number | undefined;
  /** Seconds. */
  readonly idleStop: number;
  /** A URL without a trailing slash. */
  readonly mirror: string | undefined;
  /** Names of packs, best first. */
  readonly preferred: readonly string[];
  /** The built-in packs to use. */
  readonly builtIn: readonly string[];
  /** Whether to measure scenery. */
  readonly scenery: boolean;
  /** The preferred execution providers, best first; the processor is the fallback. */
  readonly wanted: readonly (typeof accelerators)[number][];
}

/** @throws Error with one sentence that names the variable */
export function readSettings(options: Readonly<Record<string, string | undefined>>): Settings {
  return {
    processes: processes(options['ML_PROCESSES']),
    idleStop: idleStop(options['ML_IDLE_STOP'] ?? '300'),
    mirror: mirror(options['MODELS_URL']),
    preferred: listed(options['ML_PACKS'] ?? ''),
    builtIn: builtIn(options['ML_BUILT_IN'] ?? ''),
    scenery: scenery(options['ML_SCENERY'] ?? '0'),
    wanted: readExecution(options['ML_EXECUTION'] ?? 'cpu'),
  };
}

function readExecution(text: string): Settings['wanted'] {
  if (text === 'auto') return accelerators;
  if (text === 'cpu') return [];
  const accelerator = accelerators.find((name) => name === text);
  if (!accelerator) throw new Error(`ML_EXECUTION must be auto, cpu or one of ${accelerators.join(', ')}`);
  return [accelerator];
}

const listed = (text: string): string[] => text.split(',').flatMap((name) => name.trim() || []);

function builtIn(text: string): string[] {
  const names = listed(text);
  const builtInNames = builtInPacks.map(({ pack }) => pack);
  if (names.length === 0) return builtInNames;
  if (names.length === 1 && names[0] === 'none') return [];
  const unknown = names.find((name) => !builtInNames.includes(name));
  if (unknown === undefined) return names;
  throw new Error(
    `ML_BUILT_IN must be none, or some of ${builtInNames.join(',')}: there is no built-in pack ${unknown}`,
  );
}

function scenery(text: string): boolean {
  if (text !== '0' && text !== '1') throw new Error('ML_SCENERY must be 1 or 0');
  return text === '1';
}

function mirror(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error('MODELS_URL must be an address that begins with https:// or http://');
  }
  return text.replace(/\/+$/, '');
}

function idleStop(text: string): number {
  const seconds = readSeconds(text) ?? 0;
  if (seconds >= 1 && seconds <= 86_400) return seconds;
  throw new Error('ML_IDLE_STOP must be 1 second to 24 hours: 300, 90s, 5m');
}

function processes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new Error('ML_PROCESSES must be a whole number of 1 to 64');
}
