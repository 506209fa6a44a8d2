import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { API_VERSION, type EventSink, type Plugin, type PluginHost } from 'photofinch/plugin-api';
import { publicLookup } from './addresses.ts';
import { readConfig } from './config.ts';
import { MessageWriter, signedHeaders } from './message.ts';
import { post } from './post.ts';
import { TargetQueue } from './target-queue.ts';

/** Seconds for which an address may fail before the health check reports it. */
const toleratedFailure = 600;

/**
 * Sends messages about events of the library to addresses that an admin configured. It is off unless PLUGINS includes it.
 */
const plugin: Plugin = {
  name: 'webhooks',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    WEBHOOKS_TO: {
      describe: 'the addresses that are told what happens, such as https://example.org/hook',
      required: true,
      // The path may contain a token.
      secret: true,
    },
    WEBHOOKS_SECRET: {
      describe: 'the key of the signatures: whsec_ and 32 bytes in Base64',
      required: true,
      secret: true,
    },
    WEBHOOKS_EVENTS: { describe: 'the events to tell of, such as photo.indexed backup.taken' },
    WEBHOOKS_NAMES: { describe: '1 to send names of people, places and users as well' },
  },
  register(host) {
    const { targets, secret, kinds, names } = readConfig(host.options);
    const writer = new MessageWriter({
      server: Buffer.from(host.deriveKey('message ids')).toString('hex').slice(0, 12),
      // The readers of the messages are unknown.
      library: names ? host.library.as('everybody') : null,
    });
    const clock = (): number => Math.floor(Date.now() / 1000);
    const lookup = publicLookup();
    const queues = targets.map(
      (url) =>
        new TargetQueue({
          label: url.host,
          key: createHash('sha256').update(url.href).digest('base64url').slice(0, 16),
          send: (message, signal) =>
            post(url, { headers: signedHeaders(message, secret, clock()), body: message.body, lookup, signal }),
          pause: async (seconds, signal) => {
            await setTimeout(seconds * 1000, undefined, { signal }).catch(() => undefined);
          },
          ...{ writer, kinds, clock, events: host.events, state: host.state, log: host.log, signal: host.signal },
        }),
    );
    if (!host.serving) return;
    host.provide('event-sink', bell(queues, kinds));
    host.healthCheck({ id: 'webhooks', run: () => Promise.resolve(condition(queues, clock())) });
    for (const queue of queues) void keepRunning(queue, host);
  },
};

export default plugin;

/** Wakes the queues. Each reads the events after its own cursor, so a failing queue does not delay the others. */
function bell(queues: readonly TargetQueue[], kinds: EventSink['kinds'] | undefined): EventSink {
  return {
    ...(kinds && { kinds }),
    take: (_events, { signal }) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      for (const queue of queues) queue.wake();
      return Promise.resolve();
    },
  };
}

/** Runs a queue, and starts it again a minute after an error, such as a full disk. */
async function keepRunning(queue: TargetQueue, { signal, log }: Pick<PluginHost, 'signal' | 'log'>): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    try {
      await queue.run();
    } catch (error) {
      if (isOver()) return;
      log.warn('messages wait for a minute', { to: queue.label, reason: String(error) });
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
    }
  }
}

function condition(queues: readonly TargetQueue[], now: number): { ok: boolean; detail: string } {
  const failing = queues.filter((queue) => queue.failing && now - queue.failing.since >= toleratedFailure);
  if (failing.length === 0) {
    const subject = queues.length === 1 ? '1 address is' : `${queues.length} addresses are`;
    return { ok: true, detail: `${subject} told what happens.` };
  }
  const failures = failing.map(({ label, failing }) => `${label} (${failing?.reason ?? 'unknown'})`).join('; ');
  return { ok: false, detail: `Messages do not arrive at ${failures}. They are sent again for a day.` };
}
