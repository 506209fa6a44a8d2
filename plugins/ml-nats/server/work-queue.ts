import { JetStreamApiCodes, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { JetStreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { MlPriority } from 'photofinch/plugin-api';
import type { Names } from '../nats/names.ts';

/** The name of a job in the queue. */
export interface Ticket {
  readonly priority: MlPriority;
  readonly lane: string;
  readonly job: string;
}

const noBytes = new Uint8Array();

/** The maximum number of tickets of all lanes; the server queues far fewer. */
const maxTickets = 100_000;

/** The time limit for a request to NATS, in milliseconds. */
const patience = 10_000;

/**
 * The work queue in JetStream. It holds tickets without content and hands each to one worker at a time. If the worker
 * neither finishes nor extends the lease in time, another worker gets the ticket. Each lane of each priority has its own
 * consumer.
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

  /** Creates the stream if it does not exist. Must be called with each new connection. */
  async open(connection: NatsConnection): Promise<void> {
    const manager = await jetstreamManager(connection, { timeout: patience });
    const { workStream: name } = this.#names;
    await ensureStream(manager, {
      name,
      subjects: [this.#names.work('*', '*', '*')],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      max_msgs: maxTickets,
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
   * Adds a ticket unless it is in the queue already, and notifies workers.
   * @throws Error when NATS is away
   */
  async put({ priority, lane, job }: Ticket): Promise<void> {
    const [connection, manager] = [this.#connection, this.#manager];
    if (!connection || !manager) throw new Error('NATS is away');
    const consumer = this.#names.consumer(priority, lane);
    const isNew = !this.#lanes.has(consumer);
    if (isNew) await this.#ensureLane(manager, priority, lane);
    try {
      await jetstream(connection, { timeout: patience }).publish(this.#names.work(priority, lane, job), noBytes, {
        expect: { lastSubjectSequence: 0 },
      });
    } catch (error) {
      const { StreamWrongLastSequence: isThere } = JetStreamApiCodes;
      if (!(error instanceof JetStreamApiError) || error.code !== isThere) throw error;
      // The ticket has been waiting. NATS deletes a consumer without requests for a day, such as over a weekend.
      if (!isNew) await this.#ensureLane(manager, priority, lane);
    }
    // Workers know only the lanes of their last instructions, so a new lane needs a new announcement.
    connection.publish(this.#names.poke, isNew ? this.#names.news : consumer);
  }

  /** Whether a consumer exists. */
  has(consumer: string): boolean {
    return this.#lanes.has(consumer);
  }

  /**
   * Removes a ticket; a worker that has drawn it learns that its job is gone. It is deleted by its sequence number, because
   * after a purge of the subject of a drawn ticket, nats-server 2.9 delivers no other ticket of the lane.
   */
  async remove({ priority, lane, job }: Ticket): Promise<void> {
    const streams = this.#manager?.streams;
    const { workStream } = this.#names;
    const ticket = await streams?.getMessage(workStream, { last_by_subj: this.#names.work(priority, lane, job) });
    if (ticket) await streams?.deleteMessage(workStream, ticket.seq, false);
  }

  /** Creates the consumer of a lane if it does not exist, and sets its lease. */
  async #ensureLane(manager: JetStreamManager, priority: MlPriority, lane: string): Promise<void> {
    const { workStream } = this.#names;
    const name = this.#names.consumer(priority, lane);
    const settings = { ack_wait: nanos(this.#lease * 1000), max_ack_pending: maxTickets };
    try {
      await manager.consumers.add(workStream, {
        durable_name: name,
        ack_policy: AckPolicy.Explicit,
        max_deliver: -1,
        filter_subject: this.#names.work(priority, lane, '*'),
        // NATS deletes the consumers of models that are no longer in use after a day.
        inactive_threshold: nanos(86_400_000),
        ...settings,
      });
    } catch (error) {
      // The consumer exists with another lease.
      if (!(error instanceof JetStreamApiError)) throw error;
      await manager.consumers.update(workStream, name, settings);
    }
    this.#lanes.add(name);
  }
}

/** The error code of NATS for a stream that exists with other settings; the library has no constant for it. */
const nameInUse = 10_058;

type StreamSettings = Parameters<JetStreamManager['streams']['add']>[0];

/**
 * Creates a stream, or updates the settings of an existing one.
 * @throws JetStreamApiError, such as for too little storage
 */
export async function ensureStream(manager: JetStreamManager, settings: StreamSettings): Promise<void> {
  try {
    await manager.streams.add(settings);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
    await manager.streams.update(settings.name, settings);
  }
}
