import { JetStreamApiCodes, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { JetStreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { MlPriority } from 'photofinch/plugin-api';
import type { Names } from '../nats/names.ts';

/** What a job is called in the queue. */
export interface Ticket {
  readonly priority: MlPriority;
  readonly lane: string;
  readonly job: string;
}

const none = new Uint8Array();

/** Jobs of all lanes at most; the server puts far fewer there. */
const mostTickets = 100_000;

/** Milliseconds that NATS may take for one question. */
const patience = 10_000;

/**
 * The work queue in JetStream. It holds tickets without content, hands each to one worker at a time, and to another one when
 * the worker neither answers nor says within the lease that it is at work. Each lane of a priority is a consumer of its own.
 */
export class WorkQueue {
  readonly #names: Names;
  readonly #lease: number;
  readonly #lanes = new Set<string>();
  #connection: NatsConnection | undefined;
  #manager: JetStreamManager | undefined;

  /** @param lease seconds */
  constructor(names: Names, lease: number) {
    this.#names = names;
    this.#lease = lease;
  }

  /** Makes the stream, or finds it as it was. To be called with each new connection. */
  async open(connection: NatsConnection): Promise<void> {
    const manager = await jetstreamManager(connection, { timeout: patience });
    const { workStream: name } = this.#names;
    await ensureStream(manager, {
      name,
      subjects: [this.#names.work('*', '*', '*')],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      max_msgs: mostTickets,
    });
    this.#lanes.clear();
    this.#connection = connection;
    this.#manager = manager;
  }

  close(): void {
    this.#connection = undefined;
    this.#manager = undefined;
  }

  /**
   * Puts a job into the queue, unless it is there, and tells workers.
   * @throws Error when NATS is away
   */
  async put({ priority, lane, job }: Ticket): Promise<void> {
    const [connection, manager] = [this.#connection, this.#manager];
    if (!connection || !manager) throw new Error('NATS is away');
    const consumer = this.#names.consumer(priority, lane);
    const isNew = !this.#lanes.has(consumer);
    if (isNew) await this.#ensureLane(manager, priority, lane);
    try {
      await jetstream(connection, { timeout: patience }).publish(this.#names.work(priority, lane, job), none, {
        expect: { lastSubjectSequence: 0 },
      });
    } catch (error) {
      const { StreamWrongLastSequence: isThere } = JetStreamApiCodes;
      if (!(error instanceof JetStreamApiError) || error.code !== isThere) throw error;
      // Nobody has drawn it for a while. NATS forgets consumers that nobody draws from for a day, such as over a weekend.
      if (!isNew) await this.#ensureLane(manager, priority, lane);
    }
    // Workers draw from the lanes that they have been told of.
    connection.publish(this.#names.poke, isNew ? this.#names.news : consumer);
  }

  /** Whether tickets can be drawn from a consumer. */
  has(consumer: string): boolean {
    return this.#lanes.has(consumer);
  }

  /**
   * Takes a job out of the queue; whoever has drawn it will be told that it is gone. By its number: a purge of its subject would have
   * nats-server 2.9 hand out none of the other jobs of the lane any more, when this one was drawn already.
   */
  async remove({ priority, lane, job }: Ticket): Promise<void> {
    const streams = this.#manager?.streams;
    const { workStream } = this.#names;
    const ticket = await streams?.getMessage(workStream, { last_by_subj: this.#names.work(priority, lane, job) });
    if (ticket) await streams?.deleteMessage(workStream, ticket.seq, false);
  }

  /** Makes the consumer of a lane, or finds it as it was. */
  async #ensureLane(manager: JetStreamManager, priority: MlPriority, lane: string): Promise<void> {
    const { workStream } = this.#names;
    const name = this.#names.consumer(priority, lane);
    const settings = { ack_wait: nanos(this.#lease * 1000), max_ack_pending: mostTickets };
    try {
      await manager.consumers.add(workStream, {
        durable_name: name,
        ack_policy: AckPolicy.Explicit,
        max_deliver: -1,
        filter_subject: this.#names.work(priority, lane, '*'),
        // Of a model that is used no more, nothing is left after a day.
        inactive_threshold: nanos(86_400_000),
        ...settings,
      });
    } catch (error) {
      // It is there, and the lease was another one.
      if (!(error instanceof JetStreamApiError)) throw error;
      await manager.consumers.update(workStream, name, settings);
    }
    this.#lanes.add(name);
  }
}

/** Of NATS's errors: a stream is there that has other settings. The library has no name for it. */
const nameInUse = 10_058;

type StreamSettings = Parameters<JetStreamManager['streams']['add']>[0];

/** Makes a stream, or gives one that is there these settings. @throws JetStreamApiError, such as for too little storage */
export async function ensureStream(manager: JetStreamManager, settings: StreamSettings): Promise<void> {
  try {
    await manager.streams.add(settings);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
    await manager.streams.update(settings.name, settings);
  }
}
