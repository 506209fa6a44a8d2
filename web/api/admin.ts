import type {
  AcceptedLoss,
  AuditEntries,
  ChecksAnswer,
  FailedPhotos,
  IndexerState,
  Overview,
  Retried,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Milliseconds, for what the server reads a whole index through. */
const longWork = 15 * 60_000;

/** The library as a whole; for admins. */
export class AdminRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  overview(): Promise<Overview> {
    return this.#client.call('GET', '/api/admin/overview');
  }

  sync(): Promise<IndexerState> {
    return this.#client.call('POST', '/api/admin/indexer/sync');
  }

  acceptLoss(loss: AcceptedLoss): Promise<IndexerState> {
    return this.#client.call('POST', '/api/admin/indexer/accept-loss', { body: loss });
  }

  failures({ offset, limit }: { offset: number; limit: number }): Promise<FailedPhotos> {
    return this.#client.call('GET', `/api/admin/failures?limit=${limit}&offset=${offset}`);
  }

  /** @param uid of one photo; all without */
  retryFailed(uid?: string): Promise<Retried> {
    const query = uid === undefined ? '' : `?${new URLSearchParams({ uid }).toString()}`;
    return this.#client.call('POST', `/api/admin/indexer/retry-failed${query}`);
  }

  runChecks(): Promise<ChecksAnswer> {
    return this.#client.call('POST', '/api/admin/checks', { longest: longWork });
  }

  /** @param query which part: `limit`, `before`, `action` */
  audit(query: Readonly<Record<string, string>>): Promise<AuditEntries> {
    return this.#client.call('GET', `/api/admin/audit?${new URLSearchParams(query).toString()}`);
  }
}
