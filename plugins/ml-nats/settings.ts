import type { OptionSpec } from 'photofinch/plugin-api';
import { readSeconds } from 'photofinch/plugin-api/toolkit';
import { natsOptions, readNatsSettings, type NatsSettings } from './nats/settings.ts';

export interface ServerSettings {
  readonly nats: NatsSettings;
  /** While no worker is online: `local` runs jobs on the models of this machine, `wait` lets photos wait. */
  readonly withoutWorkers: 'local' | 'wait';
  /** The maximum number of concurrent jobs of each priority. */
  readonly inFlight: number;
  /** Seconds without a heartbeat after which a job goes to another worker. */
  readonly lease: number;
}

export const serverOptions = {
  ...natsOptions,
  ML_NATS_WITHOUT_WORKERS: {
    describe: 'local to have the models of this machine work while no worker is there, or wait to let photos wait',
    default: 'local',
  },
  ML_NATS_IN_FLIGHT: { describe: 'how many pictures may be on their way at a time, such as 16', default: '16' },
  ML_NATS_LEASE: {
    describe: 'how long until the work of a dead worker goes to another, such as 30s',
    default: '30',
  },
} satisfies Record<string, OptionSpec>;

/** @throws Error of one sentence that names the variable */
export function readServerSettings(options: Readonly<Record<string, string | undefined>>): ServerSettings {
  const without = options['ML_NATS_WITHOUT_WORKERS'] ?? 'local';
  if (without !== 'local' && without !== 'wait') throw new Error('ML_NATS_WITHOUT_WORKERS must be local or wait');
  return {
    nats: readNatsSettings(options),
    withoutWorkers: without,
    inFlight: inFlightOf(options['ML_NATS_IN_FLIGHT']),
    lease: leaseOf(options['ML_NATS_LEASE'] ?? ''),
  };
}

function leaseOf(text: string): number {
  const seconds = readSeconds(text) ?? 0;
  if (seconds >= 2 && seconds <= 3600) return seconds;
  throw new Error('ML_NATS_LEASE must be 2 seconds to 1 hour: 30, 45s, 2m');
}

function inFlightOf(text: string | undefined): number {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= 256) return jobs;
  throw new Error('ML_NATS_IN_FLIGHT must be a whole number of 1 to 256');
}
