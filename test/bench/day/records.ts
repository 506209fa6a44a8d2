import type { ServerFigures } from './house.ts';
import type { Spell } from './ledger.ts';
import type { Held } from './processes.ts';

/** How things were in five seconds of the day. */
export interface DayRecord {
  /** Seconds since the beginning. */
  readonly at: number;
  /** What the server with its helpers, and the bridge with its own, hold, by role. */
  readonly held: Readonly<Record<string, Held>>;
  readonly told: ServerFigures | null;
  /** By kind of request. */
  readonly latency: Readonly<Record<string, Spell>>;
  readonly failures: number;
  readonly faults: number;
  /** Rows of the library, of which the last wait to be read; null when the status was not answered. */
  readonly rows: { readonly photos: number; readonly faces: number; readonly pending: number } | null;
  /** How often things happened until then. */
  readonly happened: Readonly<Record<string, number>>;
  readonly sourceAway: boolean;
  /** What the server says of it. */
  readonly sourceReachable: boolean | null;
  /** Part of the machine's processor time that anything used, 0 to 1. */
  readonly busy: number;
  /** The same of server and bridge with their helpers. A helper that ends may count less in one record, and more in the next. */
  readonly used: number;
}

/** What is measured of a record; undefined where it is not known. */
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

/** Megabytes; of the heap, what was in use after the last full collection. Tasks and ffmpeg, which come and go, count in the first alone. */
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
