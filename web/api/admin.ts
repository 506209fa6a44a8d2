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
  RetryResult,
  Sources,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Milliseconds, for requests in which the server reads the whole index. */
const longTimeout = 15 * 60_000;

/** Routes for admins that concern the whole library. */
export class AdminRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Plugins with their settings. */
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

  /** Removes the photos of a source whose plugin is no longer loaded, if their number is still the one shown. */
  leaveSource(source: LeavingSource): Promise<Sources> {
    return this.#client.call('POST', '/api/admin/sources/leave', { body: source });
  }

  failures({ offset, limit }: { offset: number; limit: number }): Promise<FailedPhotos> {
    return this.#client.call('GET', `/api/admin/failures?limit=${limit}&offset=${offset}`);
  }

  /** @param uid of one photo; absent for all failed photos */
  retryFailed(uid?: string): Promise<RetryResult> {
    const query = uid === undefined ? '' : `?${new URLSearchParams({ uid }).toString()}`;
    return this.#client.call('POST', `/api/admin/indexer/retry-failed${query}`);
  }

  runChecks(): Promise<ChecksAnswer> {
    return this.#client.call('POST', '/api/admin/checks', { longest: longTimeout });
  }

  /** @param query which entries: `limit`, `before`, `action` */
  audit(query: Readonly<Record<string, string>>): Promise<AuditEntries> {
    return this.#client.call('GET', `/api/admin/audit?${new URLSearchParams(query).toString()}`);
  }
}
