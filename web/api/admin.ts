import type {
  AcceptedLoss,
  AuditEntries,
  ChecksAnswer,
  FailedPhotos,
  IndexerState,
  LeavingSource,
  Overview,
  PluginSettingValue,
  PluginsWithSettings,
  PluginWithSettings,
  Retried,
  Sources,
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

  /** With their settings. */
  plugins(stop?: AbortSignal): Promise<PluginsWithSettings> {
    return this.#client.call('GET', '/api/admin/plugins', { stop });
  }

  changePlugin(name: string, values: Record<string, PluginSettingValue | null>): Promise<PluginWithSettings> {
    return this.#client.call('PATCH', `/api/admin/plugins/${encodeURIComponent(name)}`, { body: { values } });
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

  /** Lets the photos go of a source whose plugin is not loaded any more, as many as were shown. */
  leaveSource(source: LeavingSource): Promise<Sources> {
    return this.#client.call('POST', '/api/admin/sources/leave', { body: source });
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
