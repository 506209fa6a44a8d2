import type { ServerFigures } from './house.ts';
import type { Spell } from './ledger.ts';
import type { Held } from './processes.ts';

/** The figures of five seconds of the day. */
export interface DayRecord {
  /** Seconds since the start. */
  readonly at: number;
  /** Resources of the server, the bridge and their helper processes, by role. */
  readonly held: Readonly<Record<string, Held>>;
  readonly told: ServerFigures | null;
  /** By kind of request. */
  readonly latency: Readonly<Record<string, Spell>>;
  readonly failures: number;
  readonly faults: number;
  /** The size of the library, and how many photos wait to be indexed; null if the status request failed. */
  readonly rows: { readonly photos: number; readonly faces: number; readonly pending: number } | null;
  /** The number of events until then, by kind. */
  readonly happened: Readonly<Record<string, number>>;
  readonly sourceAway: boolean;
  /** Whether the source is reachable according to the server. */
  readonly sourceReachable: boolean | null;
  /** The used share of the machine's processor time, 0 to 1. */
  readonly busy: number;
  /** The share of server, bridge and helpers. A helper that ends may count less in one record, and more in the next. */
  readonly used: number;
}

/** One value of a record; undefined if it is unknown. */
export type Measure = (record: DayRecord) => number | undefined;

const MB = 1e6;

const of =
  (which: (role: string) => boolean, part: keyof Held): Measure =>
  ({ held }) =>
    Object.entries(held).reduce((sum, [role, value]) => sum + (which(role) ? value[part] : 0), 0);

const memoryOf =
  (which: (role: string) => boolean, part: 'pss' | 'anonymous' = 'pss'): Measure =>
  (record) =>
    (of(which, part)(record) ?? 0) / MB;

const isOfBridge = (role: string): boolean => role.startsWith('bridge');
const isOfServer = (role: string): boolean => role.startsWith('server');

/**
 * Megabytes; for the heap, those in use after the last full collection. Short-lived tasks and ffmpeg are only included in
 * the first one.
 */
export const memory: Readonly<Record<string, Measure>> = {
  'all processes': memoryOf(() => true),
  server: memoryOf((role) => role === 'server'),
  'server, without files': memoryOf((role) => role === 'server', 'anonymous'),
  models: memoryOf((role) => role === 'server: inference'),
  decoders: memoryOf((role) => role === 'server: decode'),
  vectors: memoryOf((role) => role === 'server: vector'),
  'bridge, with its decoders': memoryOf(isOfBridge),
  'heap of the server': ({ told }) => told?.afterCollection && told.afterCollection / MB,
};

export const handles: Readonly<Record<string, Measure>> = {
  'server, with its helpers': of(isOfServer, 'handles'),
  server: of((role) => role === 'server', 'handles'),
  'bridge, with its decoders': of(isOfBridge, 'handles'),
};

export const sockets: Readonly<Record<string, Measure>> = {
  'server, with its helpers': of(isOfServer, 'sockets'),
  server: of((role) => role === 'server', 'sockets'),
  'bridge, with its decoders': of(isOfBridge, 'sockets'),
};

export const threads: Readonly<Record<string, Measure>> = {
  'server, with its helpers': of(isOfServer, 'threads'),
  'bridge, with its decoders': of(isOfBridge, 'threads'),
};

export const valuesOf = (records: readonly DayRecord[], measure: Measure): (readonly [number, number])[] =>
  records.flatMap((record) => {
    const value = measure(record);
    return value === undefined ? [] : [[record.at, value] as const];
  });
